/* order_families -- families of orders of events: how long each way of solvers/order takes.
 *
 *   order_families WAY FAMILY N K safe|unsafe [SECONDS]
 *
 * WAY is theory, eager or clocks.  The families are programs of N threads that do something K
 * times:
 *
 *   fib    two threads: i += j and j += i; i and j are at most the Fibonacci number 2K+2 (N is 2)
 *   lock   a counter in critical sections, which are ordered by terms of order_before
 *   word   the same with the mutex as a word that is read and written atomically
 *   race   an unprotected counter: in the end it is at least 2
 *   mp     thread i waits for the flag of thread i-1, reads its datum, writes its own and its flag
 *
 * Prints the answer, the seconds of processor time and the largest size of the process.  The answer
 * must be the one that the family has by construction: exit code 1 if it is not, 2 for none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "solvers/order/order.h"
#include "util/base/arena.h"
#include "util/base/vec.h"

enum { WIDTH = 32 };

struct access {
	uint32_t node;
	term value;
	unsigned location;
};

struct program {
	struct terms *ts;
	struct order *order;
	VEC(struct access) write, read;
	VEC(uint32_t) last;  /* by thread: its last node */
	VEC(uint64_t) reach; /* n rows of n bits: fixed edges, transitively */
	VEC(struct order_arc_) arc;
	uint32_t nodes;
};

struct order_arc_ {
	uint32_t from, to;
};

static void arc(struct program *p, uint32_t a, uint32_t b) {
	order_edge(p->order, a, b, term_true(p->ts));
	vec_push(&p->arc, ((struct order_arc_){a, b}));
}

/* A new node at the end of the thread. */
static uint32_t step(struct program *p, unsigned thread) {
	uint32_t node = order_node(p->order);
	p->nodes++;
	arc(p, p->last.at[thread], node);
	return p->last.at[thread] = node;
}

static term read_at(struct program *p, uint32_t node, unsigned location) {
	struct access x = {node, term_fresh(p->ts, sort_bv(WIDTH), "r"), location};
	vec_push(&p->read, x);
	return x.value;
}

static void write_at(struct program *p, uint32_t node, unsigned location, term value) {
	vec_push(&p->write, ((struct access){node, value, location}));
}

static term load(struct program *p, unsigned thread, unsigned location) {
	return read_at(p, step(p, thread), location);
}

static void store(struct program *p, unsigned thread, unsigned location, term value) {
	write_at(p, step(p, thread), location, value);
}

static term number(struct program *p, uint64_t value) {
	return term_u64(p->ts, WIDTH, value);
}

/* Thread 0 is the main one; all others begin after its first node. */
static void open_program(struct program *p, unsigned threads) {
	uint32_t start = order_node(p->order);
	p->nodes = 1;
	vec_push(&p->last, start);
	for (unsigned i = 1; i <= threads; i++)
		vec_push(&p->last, start);
}

static void init(struct program *p, unsigned location, uint64_t value) {
	write_at(p, 0, location, number(p, value));
}

static void join_all(struct program *p) {
	uint32_t node = step(p, 0);
	for (size_t i = 1; i < p->last.n; i++)
		arc(p, p->last.at[i], node);
}

static bool is_before(const struct program *p, uint32_t a, uint32_t b) {
	size_t words = (p->nodes + 63) / 64;
	return p->reach.at[b * words + a / 64] >> a % 64 & 1;
}

/* Nodes are made in an order that respects all fixed edges. */
static void close_arcs(struct program *p) {
	size_t words = (p->nodes + 63) / 64;
	for (size_t i = 0; i < p->nodes * words; i++)
		vec_push(&p->reach, 0);
	for (size_t i = 0; i < p->arc.n; i++) {
		uint64_t *to = p->reach.at + p->arc.at[i].to * words;
		const uint64_t *from = p->reach.at + p->arc.at[i].from * words;
		for (size_t k = 0; k < words; k++)
			to[k] |= from[k];
		to[p->arc.at[i].from / 64] |= UINT64_C(1) << p->arc.at[i].from % 64;
	}
}

static int compare_arcs(const void *a, const void *b) {
	const struct order_arc_ *x = a, *y = b;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* Whether a write can be what the read returns, as far as fixed edges tell. */
static bool is_source(const struct program *p, const struct access *w, const struct access *r) {
	if (w->location != r->location || w->node == r->node || is_before(p, r->node, w->node))
		return false;
	for (size_t i = 0; i < p->write.n; i++) {
		const struct access *v = &p->write.at[i];
		if (v->location == r->location && is_before(p, w->node, v->node) &&
		    is_before(p, v->node, r->node))
			return false;
	}
	return true;
}

static void connect(struct program *p) {
	struct terms *ts = p->ts;
	qsort(p->arc.at, p->arc.n, sizeof *p->arc.at, compare_arcs);
	close_arcs(p);
	for (size_t i = 0; i < p->read.n; i++) {
		const struct access *r = &p->read.at[i];
		uint32_t read = order_read(p->order, r->node, r->value);
		term any = term_false(ts);
		for (size_t k = 0; k < p->write.n; k++) {
			const struct access *w = &p->write.at[k];
			if (!is_source(p, w, r))
				continue;
			term taken = term_fresh(ts, sort_bool(), "taken");
			any = term_or(ts, any, taken);
			order_source(p->order, read, w->node, taken, w->value);
			order_rival(p->order, read, w->node, term_true(ts));
			order_add(p->order, term_implies(ts, taken, term_equal(ts, r->value, w->value)));
		}
		order_add(p->order, any);
	}
}

static void fib(struct program *p, unsigned n, unsigned rounds, bool safe) {
	(void)n;
	open_program(p, 2);
	init(p, 0, 1);
	init(p, 1, 1);
	uint64_t a = 1, b = 1;
	for (unsigned k = 0; k < rounds; k++) {
		for (unsigned t = 0; t < 2; t++) {
			term x = load(p, 1 + t, t), y = load(p, 1 + t, 1 - t);
			store(p, 1 + t, t, term_add(p->ts, x, y));
		}
		a += b;
		b += a;
	}
	term i = load(p, 0, 0), j = load(p, 0, 1), most = number(p, safe ? b : b - 1);
	order_add(p->order, term_or(p->ts, term_ult(p->ts, most, i), term_ult(p->ts, most, j)));
}

static void increment(struct program *p, unsigned thread, unsigned location) {
	term x = load(p, thread, location);
	store(p, thread, location, term_add(p->ts, x, number(p, 1)));
}

struct section {
	uint32_t begin, end;
	unsigned thread;
};

static void lock(struct program *p, unsigned n, unsigned rounds, bool safe) {
	VEC(struct section) section = {0};
	open_program(p, n);
	init(p, 0, 0);
	for (unsigned k = 0; k < rounds; k++)
		for (unsigned t = 1; t <= n; t++) {
			bool locked = safe || t < n || k;
			uint32_t begin = step(p, t);
			increment(p, t, 0);
			uint32_t end = step(p, t);
			if (locked)
				vec_push(&section, ((struct section){begin, end, t}));
		}
	for (size_t i = 0; i < section.n; i++)
		for (size_t k = 0; k < i; k++) {
			struct section a = section.at[i], b = section.at[k];
			if (a.thread == b.thread)
				continue;
			term first = term_fresh(p->ts, sort_bool(), "first");
			order_edge(p->order, a.end, b.begin, first);
			order_edge(p->order, b.end, a.begin, term_not(p->ts, first));
		}
	join_all(p);
	term x = load(p, 0, 0);
	order_add(p->order, term_distinct(p->ts, x, number(p, n * rounds)));
	vec_free(&section);
}

static void word(struct program *p, unsigned n, unsigned rounds, bool safe) {
	open_program(p, n);
	init(p, 0, 0);
	init(p, 1, 0);
	for (unsigned k = 0; k < rounds; k++)
		for (unsigned t = 1; t <= n; t++) {
			bool locked = safe || t < n || k;
			uint32_t begin = step(p, t);
			if (locked) {
				order_add(p->order, term_is_zero(p->ts, read_at(p, begin, 1)));
				write_at(p, begin, 1, number(p, 1));
			}
			increment(p, t, 0);
			if (locked)
				store(p, t, 1, number(p, 0));
		}
	join_all(p);
	term x = load(p, 0, 0);
	order_add(p->order, term_distinct(p->ts, x, number(p, n * rounds)));
}

static void race(struct program *p, unsigned n, unsigned rounds, bool safe) {
	open_program(p, n);
	init(p, 0, 0);
	for (unsigned k = 0; k < rounds; k++)
		for (unsigned t = 1; t <= n; t++)
			increment(p, t, 0);
	join_all(p);
	term x = load(p, 0, 0);
	order_add(p->order, term_ult(p->ts, x, number(p, safe ? 2 : 3)));
}

static void mp(struct program *p, unsigned n, unsigned rounds, bool safe) {
	open_program(p, n);
	for (unsigned t = 0; t < 2 * n; t++)
		init(p, t, 0); /* 2t: the datum, 2t + 1: the flag */
	for (unsigned k = 1; k <= rounds; k++)
		for (unsigned t = 0; t < n; t++) {
			term datum = number(p, k);
			if (t) {
				uint64_t wait = !safe && k == rounds ? k - 1 : k;
				term flag = load(p, t + 1, 2 * t - 1);
				order_add(p->order, term_ule(p->ts, number(p, wait), flag));
				datum = term_add(p->ts, load(p, t + 1, 2 * t - 2), number(p, 1));
			}
			store(p, t + 1, 2 * t, datum);
			store(p, t + 1, 2 * t + 1, number(p, k));
		}
	join_all(p);
	term x = load(p, 0, 2 * n - 2);
	order_add(p->order, term_distinct(p->ts, x, number(p, rounds + n - 1)));
}

static const struct family {
	const char *name;
	void (*make)(struct program *, unsigned n, unsigned rounds, bool safe);
} families[] = {{"fib", fib}, {"lock", lock}, {"word", word}, {"race", race}, {"mp", mp}};

static const char *const way_names[] = {"theory", "eager", "clocks"};

static size_t find(const char *name, const char *const *names, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return i;
	fprintf(stderr, "order_families: no such choice: %s\n", name);
	exit(2);
}

static int report(enum answer answer, bool safe, const char *reason) {
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	double seconds = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	                 (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
	bool wrong = answer == (safe ? ANSWER_SAT : ANSWER_UNSAT);
	const char *name = answer == ANSWER_SAT ? "unsafe" : answer == ANSWER_UNSAT ? "safe" : reason;
	printf("%s%s %.2f s %ld MB\n", wrong ? "WRONG: " : "", name, seconds, u.ru_maxrss / 1024);
	return wrong ? 1 : answer == ANSWER_UNKNOWN ? 2 : 0;
}

int main(int argc, char **argv) {
	if (argc < 6) {
		fprintf(stderr, "usage: order_families WAY FAMILY N K safe|unsafe [SECONDS]\n");
		return 2;
	}
	const char *names[sizeof families / sizeof *families];
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		names[i] = families[i].name;
	size_t way = find(argv[1], way_names, 3);
	const struct family *f = &families[find(argv[2], names, sizeof families / sizeof *families)];
	bool safe = !strcmp(argv[5], "safe");
	struct solver_config config = {.timeout_seconds = argc > 6 ? strtod(argv[6], NULL) : 0};
	struct program p = {.ts = terms_open()};
	p.order = order_open(p.ts, (enum order_way)way, &config);
	f->make(&p, (unsigned)strtoul(argv[3], NULL, 10), (unsigned)strtoul(argv[4], NULL, 10), safe);
	connect(&p);
	enum answer answer = order_check(p.order, NULL, 0);
	int code = report(answer, safe, order_reason(p.order));
	order_close(p.order);
	terms_close(p.ts);
	vec_free(&p.write);
	vec_free(&p.read);
	vec_free(&p.last);
	vec_free(&p.reach);
	vec_free(&p.arc);
	return code;
}
