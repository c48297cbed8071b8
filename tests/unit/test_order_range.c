/* Bounds of the values of reads: they exclude nothing that an order allows. */
#include "solvers/order/order.h"

#include "tests/unit/check.h"
#include "util/base/vec.h"

enum { WIDTH = 5, VARIABLES = 2, MOST_STEPS = 5 };

struct access {
	uint32_t node;
	unsigned variable, thread;
	term value, guard;
	bool is_write;
};

struct program {
	struct terms *ts;
	uint32_t nodes;
	VEC(struct access) access;
};

static uint64_t state = 88172645463325252u;

static unsigned below(unsigned n) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % n;
}

/* What a write of the thread writes: of what it has read and written before. */
static term some_value(struct program *p, size_t first) {
	struct terms *ts = p->ts;
	term at[2];
	for (int i = 0; i < 2; i++) {
		unsigned n = (unsigned)(p->access.n - first);
		at[i] =
		    n && below(4) ? p->access.at[first + below(n)].value : term_u64(ts, WIDTH, below(4));
	}
	switch (below(7)) {
	case 0: return at[0];
	case 1: return term_sub(ts, at[0], at[1]);
	case 2: return term_mul(ts, at[0], at[1]);
	case 3: return term_ite(ts, term_ult(ts, at[0], at[1]), at[0], at[1]);
	case 4: return term_neg(ts, at[0]);
	default: return term_add(ts, at[0], at[1]);
	}
}

/* Accesses of a thread; from some on they happen only under a condition. */
static void make_thread(struct program *p, unsigned thread) {
	struct terms *ts = p->ts;
	size_t first = p->access.n;
	term guard = term_true(ts);
	for (unsigned n = 1 + below(MOST_STEPS); n > 0; n--) {
		struct access a = {.variable = below(VARIABLES), .thread = thread};
		a.is_write = below(2);
		if (!below(6) && p->access.n > first)
			guard = term_and(
			    ts, guard,
			    term_ult(ts, p->access.at[first].value, term_u64(ts, WIDTH, 1 + below(3))));
		a.guard = guard;
		a.value = a.is_write ? some_value(p, first) : term_fresh(ts, sort_bv(WIDTH), "read");
		a.node = p->access.n > first && !below(5) ? vec_last(&p->access).node : p->nodes++;
		vec_push(&p->access, a);
	}
}

static void encode_read(const struct program *p, struct order *o, size_t r) {
	struct terms *ts = p->ts;
	const struct access *at = &p->access.at[r];
	uint32_t read = order_read(o, at->node, at->value);
	term any = term_false(ts);
	for (size_t w = 0; w < p->access.n; w++) {
		const struct access *x = &p->access.at[w];
		if (!x->is_write || x->variable != at->variable || (x->thread == at->thread && w > r))
			continue;
		term taken = term_fresh(ts, sort_bool(), "taken");
		term same = term_equal(ts, at->value, x->value);
		order_source(o, read, x->node, taken, x->value);
		order_rival(o, read, x->node, x->guard);
		order_add(o, term_implies(ts, taken, term_and(ts, x->guard, same)));
		any = term_or(ts, any, taken);
	}
	order_add(o, term_implies(ts, at->guard, any));
}

static struct order *encode(const struct program *p, enum order_way way) {
	struct order *o = order_open(p->ts, way, NULL);
	for (uint32_t i = 0; i < p->nodes; i++)
		order_node(o);
	for (size_t i = 0; i < p->access.n; i++) {
		const struct access *a = &p->access.at[i], *b = i ? a - 1 : a;
		if (a->node && (a->thread != b->thread || a->node != b->node))
			order_edge(o, a->thread == b->thread ? b->node : 0, a->node, term_true(p->ts));
		if (!a->is_write)
			encode_read(p, o, i);
	}
	return o;
}

/* Can the read return this value?  With bounds, by the theory; without, by clauses. */
static void compare(const struct program *p, struct order *bounded, struct order *plain,
                    const struct access *r, unsigned *possible) {
	for (unsigned n = 0; n < 1u << WIDTH; n++) {
		term is = term_equal(p->ts, r->value, term_u64(p->ts, WIDTH, n));
		term query[] = {r->guard, is};
		enum answer a = order_check(bounded, query, 2), b = order_check(plain, query, 2);
		CHECK(a == b && a != ANSWER_UNKNOWN);
		*possible += a == ANSWER_SAT;
	}
}

static void test_random(void) {
	unsigned possible = 0;
	for (int round = 0; round < 300; round++) {
		struct program p = {.ts = terms_open(), .nodes = 1};
		for (unsigned v = 0; v < VARIABLES; v++) {
			struct access a = {0, v, 0, term_u64(p.ts, WIDTH, below(3)), term_true(p.ts), true};
			vec_push(&p.access, a);
		}
		for (unsigned t = 1, n = 2 + below(2); t <= n; t++)
			make_thread(&p, t);
		struct order *bounded = encode(&p, ORDER_BY_THEORY), *plain = encode(&p, ORDER_BY_EAGER);
		order_bound_reads(bounded, round % 2);
		for (size_t i = 0; i < p.access.n; i++)
			if (!p.access.at[i].is_write)
				compare(&p, bounded, plain, &p.access.at[i], &possible);
		order_close(bounded);
		order_close(plain);
		vec_free(&p.access);
		terms_close(p.ts);
	}
	CHECK(possible > 200);
}

/* Two threads, each of which adds what the other wrote: x = 1; x += y || y = 1; y += x; the bounds
 * alone say what that is at most. */
static void test_circle(bool before_rivals) {
	struct terms *ts = terms_open();
	struct order *o = order_open(ts, ORDER_BY_THEORY, NULL);
	term one = term_u64(ts, 32, 1), two = term_u64(ts, 32, 2);
	term read[2], taken = term_fresh(ts, sort_bool(), "taken");
	uint32_t start = order_node(o), node[2][2]; /* a thread reads, then writes */
	for (int t = 0; t < 2; t++) {
		read[t] = term_fresh(ts, sort_bv(32), "read");
		node[t][0] = order_node(o);
		node[t][1] = order_node(o);
		order_edge(o, start, node[t][0], term_true(ts));
		order_edge(o, node[t][0], node[t][1], term_true(ts));
	}
	for (int t = 0; t < 2; t++) {
		uint32_t r = order_read(o, node[t][0], read[t]);
		order_source(o, r, start, taken, one);
		order_source(o, r, node[1 - t][1], taken, term_add(ts, one, read[1 - t]));
		order_rival(o, r, node[1 - t][1], term_true(ts));
	}
	term more = term_ult(ts, two, read[0]);
	CHECK(order_check(o, &more, 1) == ANSWER_SAT); /* nobody said that the values agree */
	order_bound_reads(o, before_rivals);
	CHECK(order_check(o, &more, 1) == ANSWER_UNSAT);
	term most = term_equal(ts, read[0], two);
	term early = order_before(o, node[0][0], node[1][1]), both[] = {most, early};
	CHECK(order_check(o, &most, 1) == ANSWER_SAT);
	/* before the other's write it reads 1: the rest of the formula does not say so */
	CHECK(order_check(o, both, 2) == (before_rivals ? ANSWER_UNSAT : ANSWER_SAT));
	order_close(o);
	terms_close(ts);
}

int main(void) {
	test_circle(false);
	test_circle(true);
	test_random();
	return check_done("order_range");
}
