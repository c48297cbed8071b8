/* The checker of executions: litmus shapes, and random graphs against definitions that are written
 * differently: interleavings and store buffers as machines, RC11 with quantifiers. */
#include "symex/replay/consistent.h"

#include <stdlib.h>
#include <string.h>

#include "result/pairs.h"
#include "tests/unit/check.h"

/* --- Graphs as text. ---
 *
 * An event is "1Wx rlx": thread, kind (R W U F), location, order; "<3" names the source of a read,
 * an event from 0, "<-" the initial value; "@2" the place in mo, which is otherwise that in the
 * list.  "1C2" creates a thread, "1J2" joins it; "1L& ra <3" is an operation of the library on the
 * word &, which releases or acquires, or both.  "1Rx rlx! <0": a compare-exchange that failed. */

static enum execution_order order_of(const char *s) {
	static const char *const name[] = {"na", "rlx", "con", "acq", "rel", "ar", "sc"};
	for (unsigned i = 0; i < 7; i++)
		if (!strncmp(s, name[i], strlen(name[i])))
			return (enum execution_order)i;
	return ORDER_PLAIN;
}

static void add(struct execution *x, const char *text) {
	struct execution_event e = {.thread = (uint32_t)(text[0] - '0'), .other = EXECUTION_NONE};
	const char *from = strchr(text, '<'), *place = strchr(text, '@');
	const char *order = strchr(text, ' ');
	struct execution_bytes at = {(uint32_t)text[2], 0, 4};
	e.name = "x";
	switch (text[1]) {
	case 'R': e.kind = EXECUTION_READ; break;
	case 'W': e.kind = EXECUTION_WRITE; break;
	case 'U': e.kind = EXECUTION_RMW; break;
	case 'F': e.kind = EXECUTION_FENCE; break;
	case 'C': e.kind = EXECUTION_CREATE; break;
	case 'J': e.kind = EXECUTION_JOIN; break;
	case 'B': e.kind = EXECUTION_ATOMIC_BEGIN; break;
	case 'E': e.kind = EXECUTION_ATOMIC_END; break;
	default: e.kind = EXECUTION_LIBRARY;
	}
	if (text[1] == 'C' || text[1] == 'J')
		e.other = (uint32_t)(text[2] - '0');
	else if (e.kind == EXECUTION_LIBRARY) {
		e.releases = strchr(order, 'r') != NULL;
		e.acquires = strchr(order, 'a') != NULL;
	} else if (order)
		e.order = order_of(order + 1);
	e.is_failed = strchr(text, '!') != NULL;
	if (from) {
		struct execution_read r = {
		    at, from[1] == '-' ? EXECUTION_INITIAL : (uint32_t)strtoul(from + 1, NULL, 10),
		    .acquires = e.acquires};
		vec_push(&e.read, r);
	}
	if (strchr("WUL", text[1])) {
		struct execution_write w = {
		    at, place ? (uint32_t)strtoul(place + 1, NULL, 10) : (uint32_t)x->event.n,
		    .releases = e.releases};
		vec_push(&e.written, w);
	}
	execution_add(x, e);
}

static bool allows(struct execution *x, enum execution_model m) {
	struct arena *a = arena_open();
	x->model = m;
	bool allowed = !consistent_violated(a, x);
	arena_close(a);
	return allowed;
}

/* 'expect': sc tso pso c11, o: allowed, -: forbidden. */
static void judge(const char *name, const char *expect, const char *const *event) {
	struct execution x;
	execution_init(&x, EXECUTION_SC);
	for (; *event; event++)
		add(&x, *event);
	for (unsigned m = 0; m < 4; m++) {
		bool allowed = allows(&x, (enum execution_model)m);
		if (allowed != (expect[m] == 'o'))
			fprintf(stderr, "%s under %s\n", name, execution_model_name((enum execution_model)m));
		CHECK(allowed == (expect[m] == 'o'));
	}
	execution_free(&x);
}

#define GRAPH(name, expect, ...) judge(name, expect, (const char *const[]){__VA_ARGS__, NULL})

static void test_litmus(void) {
	GRAPH("sb-rlx", "-ooo", "1Wx rlx", "1Ry rlx <-", "2Wy rlx", "2Rx rlx <-");
	GRAPH("sb-relacq", "-ooo", "1Wx rel", "1Ry acq <-", "2Wy rel", "2Rx acq <-");
	GRAPH("sb-sc", "----", "1Wx sc", "1Ry sc <-", "2Wy sc", "2Rx sc <-");
	GRAPH("sb-scfence", "----", "1Wx rlx", "1F_ sc", "1Ry rlx <-", "2Wy rlx", "2F_ sc",
	      "2Rx rlx <-");
	GRAPH("sb-arfence", "-ooo", "1Wx rlx", "1F_ ar", "1Ry rlx <-", "2Wy rlx", "2F_ ar",
	      "2Rx rlx <-");
	GRAPH("sb-one-fence", "-ooo", "1Wx rlx", "1F_ sc", "1Ry rlx <-", "2Wy rlx", "2Rx rlx <-");
	GRAPH("sb-rmw-ar", "---o", "1Ux ar <-", "1Ry acq <-", "2Uy ar <-", "2Rx acq <-");
	GRAPH("sb seen", "oooo", "1Wx rlx", "1Ry rlx <-", "2Wy rlx", "2Rx rlx <0");
	GRAPH("sb-rfi", "-ooo", "1Wx rlx", "1Rx rlx <0", "1Ry rlx <-", "2Wy rlx", "2Ry rlx <3",
	      "2Rx rlx <-");
	GRAPH("sb, failed compare-exchange", "---o", "1Wx rlx", "1Rz rlx! <-", "1Ry rlx <-", "2Wy rlx",
	      "2F_ sc", "2Rx rlx <-");
	GRAPH("mp-rlx", "--oo", "1Wx rlx", "1Wf rlx", "2Rf rlx <1", "2Rx rlx <-");
	GRAPH("mp-relacq", "----", "1Wx rlx", "1Wf rel", "2Rf acq <1", "2Rx rlx <-");
	GRAPH("mp-rel-rlx", "---o", "1Wx rlx", "1Wf rel", "2Rf rlx <1", "2Rx rlx <-");
	GRAPH("mp-rlx-acq", "--oo", "1Wx rlx", "1Wf rlx", "2Rf acq <1", "2Rx rlx <-");
	GRAPH("mp-scw-rlxr", "---o", "1Wx rlx", "1Wf sc", "2Rf rlx <1", "2Rx rlx <-");
	GRAPH("mp-fences", "----", "1Wx rlx", "1F_ rel", "1Wf rlx", "2Rf rlx <2", "2F_ acq",
	      "2Rx rlx <-");
	GRAPH("mp-fence-late", "--oo", "1Wx rlx", "1Wf rlx", "1F_ rel", "2Rf rlx <1", "2F_ acq",
	      "2Rx rlx <-");
	GRAPH("mp-fence-late-reader", "---o", "1Wx rlx", "1F_ rel", "1Wf rlx", "2Rf rlx <2",
	      "2Rx rlx <-", "2F_ acq");
	GRAPH("mp-acqfence-writer", "--oo", "1Wx rlx", "1F_ acq", "1Wf rlx", "2Rf acq <2",
	      "2Rx rlx <-");
	GRAPH("fence and plain flag", "---o", "1Wx rlx", "1F_ rel", "1Wf na", "2Rf rlx <2", "2F_ acq",
	      "2Rx rlx <-");
	GRAPH("seq_cst read of relaxed", "--oo", "1Wx rlx", "1Wf rlx", "2Rf sc <1", "2Rx rlx <-");
	GRAPH("barrier of a release store, for later stores", "---o", "1Wx rlx", "1Wz rel", "1Wf rlx",
	      "2Rf acq <2", "2Rx rlx <-");
	GRAPH("lb-rlx", "----", "1Rx rlx <3", "1Wy rlx", "2Ry rlx <1", "2Wx rlx");
	GRAPH("iriw-rlx", "---o", "1Wx rlx", "2Wy rlx", "3Rx rlx <0", "3Ry rlx <-", "4Ry rlx <1",
	      "4Rx rlx <-");
	GRAPH("iriw-relacq", "---o", "1Wx rel", "2Wy rel", "3Rx acq <0", "3Ry acq <-", "4Ry acq <1",
	      "4Rx acq <-");
	GRAPH("iriw-sc", "----", "1Wx sc", "2Wy sc", "3Rx sc <0", "3Ry sc <-", "4Ry sc <1",
	      "4Rx sc <-");
	GRAPH("iriw-scw-acqr", "---o", "1Wx sc", "2Wy sc", "3Rx acq <0", "3Ry acq <-", "4Ry acq <1",
	      "4Rx acq <-");
	GRAPH("iriw-scfence", "----", "1Wx rlx", "2Wy rlx", "3Rx rlx <0", "3F_ sc", "3Ry rlx <-",
	      "4Ry rlx <1", "4F_ sc", "4Rx rlx <-");
	GRAPH("wrc-rlx", "---o", "1Wx rlx", "2Rx rlx <0", "2Wy rlx", "3Ry rlx <2", "3Rx rlx <-");
	GRAPH("wrc-relacq", "----", "1Wx rlx", "2Rx rlx <0", "2Wy rel", "3Ry acq <2", "3Rx rlx <-");
	GRAPH("2+2w-rlx", "--oo", "1Wx rlx @2", "1Wy rlx @1", "2Wy rlx @2", "2Wx rlx @1");
	GRAPH("2+2w-rel", "---o", "1Wx rel @2", "1Wy rel @1", "2Wy rel @2", "2Wx rel @1");
	GRAPH("2+2w-sc", "----", "1Wx sc @2", "1Wy sc @1", "2Wy sc @2", "2Wx sc @1");
	GRAPH("r-rlx", "-ooo", "1Wx rlx", "1Wy rlx @1", "2Wy rlx @2", "2Rx rlx <-");
	GRAPH("s-rlx", "--oo", "1Wx rlx @2", "1Wy rlx", "2Ry rlx <1", "2Wx rlx @1");
	GRAPH("s-relacq", "----", "1Wx rlx @2", "1Wy rel", "2Ry acq <1", "2Wx rlx @1");
	/* the seq_cst accesses of the first thread and the last: hb alone would forbid it */
	GRAPH("z6u", "---o", "1Wx sc", "1Wy rel", "2Uy sc <1", "2Ry rlx <4", "3Wy sc", "3Rx sc <-");
	GRAPH("z6u, seq_cst", "----", "1Wx sc", "1Wy sc", "2Uy sc <1", "2Ry sc <4", "3Wy sc",
	      "3Rx sc <-");
}

static void test_coherence(void) {
	GRAPH("corr", "----", "1Wx rlx", "1Wx rlx", "2Rx rlx <1", "2Rx rlx <0");
	GRAPH("corr, initial", "----", "1Wx rlx", "2Rx rlx <0", "2Rx rlx <-");
	GRAPH("corr, in order", "oooo", "1Wx rlx", "1Wx rlx", "2Rx rlx <0", "2Rx rlx <1");
	GRAPH("coww", "----", "1Wx rlx @2", "1Wx rlx @1");
	GRAPH("corw", "----", "1Rx rlx <1", "1Wx rlx");
	GRAPH("corw2", "----", "1Rx rlx <2", "1Wx rlx @1", "2Wx rlx @2");
	GRAPH("cowr", "----", "1Wx rlx @2", "1Rx rlx <2", "2Wx rlx @1");
	GRAPH("corr2", "----", "1Wx rlx @1", "2Wx rlx @2", "3Rx rlx <0", "3Rx rlx <1", "4Rx rlx <1",
	      "4Rx rlx <0");
	GRAPH("two increments of one value", "----", "1Ux sc <-", "2Ux sc <-");
	GRAPH("two increments", "oooo", "1Ux rlx <-", "2Ux rlx <0");
	GRAPH("a store between", "----", "1Wx rlx @1", "2Wx rlx @2", "3Ux rlx <0 @3");
	GRAPH("a store after", "oooo", "1Wx rlx @1", "2Wx rlx @3", "3Ux rlx <0 @2");
	GRAPH("a source that writes other bytes", "----", "1Wx rlx", "2Ry rlx <0");
	GRAPH("the same place twice", "----", "1Wx rlx @1", "2Wx rlx @1");
}

static void test_release_sequences(void) {
	GRAPH("rs-rmw", "----", "1Wx rlx", "1Wf rel", "2Uf rlx <1", "3Rf acq <2", "3Rx rlx <-");
	GRAPH("rs-rmw-chain", "----", "1Wx rlx", "1Wf rel", "2Uf rlx <1", "3Uf rlx <2", "4Rf acq <3",
	      "4Rx rlx <-");
	GRAPH("rs-store-same", "----", "1Wx rlx", "1Wf rel", "1Wf rlx", "2Rf acq <2", "2Rx rlx <-");
	GRAPH("rs-store-other", "---o", "1Wx rlx", "1Wf rel", "2Wf rlx", "3Rf acq <2", "3Rx rlx <-");
	GRAPH("rs-fence-rmw", "----", "1Wx rlx", "1F_ rel", "1Wf rlx", "2Uf rlx <2", "3Rf acq <3",
	      "3Rx rlx <-");
	GRAPH("a fence releases for all later stores", "----", "1Wx rlx", "1F_ rel", "1Wz rlx",
	      "1Wf rlx", "2Rf acq <3", "2Rx rlx <-");
	GRAPH("failure order", "---o", "1Wx rlx", "1Wf rel", "2Rf rlx! <1", "2Rx rlx <-");
}

static void test_threads(void) {
	GRAPH("creation", "----", "1Wx na", "1C2", "2Rx na <-");
	GRAPH("creation, seen", "oooo", "1Wx na", "1C2", "2Rx na <0");
	GRAPH("join", "----", "1C2", "2Wx na", "1J2", "1Rx na <-");
	GRAPH("mutex", "----", "1Wx na", "1L& r <-", "2L& a <1", "2Rx na <-");
	GRAPH("mutex, seen", "oooo", "1Wx na", "1L& r <-", "2L& a <1", "2Rx na <0");
	GRAPH("try that failed", "---o", "1Wx na", "1L& r <-", "2L& _ <1", "2Rx na <-");
	GRAPH("through a third thread", "----", "1Wx na", "1L& r <-", "3L& _ <1", "2L& a <2",
	      "2Rx na <-");
	GRAPH("sections of the user, in issue order", "ooo-", "1B_", "1Wx na", "1E_", "2B_",
	      "2Rx na <-", "2E_");
}

static void test_psc(void) {
	GRAPH("w-rwc", "----", "1Wx rlx", "1Wy rel", "2Ry acq <1", "2F_ sc", "2Rz rlx <-", "3Wz rlx",
	      "3F_ sc", "3Rx rlx <-");
	GRAPH("psc-same-loc", "---o", "1Wx sc", "1Wx rel @9", "2Rx acq <1", "2Ry sc <-", "3Wy sc",
	      "3Rx sc <-");
	GRAPH("psc-private", "----", "1Wx sc", "1Rp sc <-", "1Wx rel @9", "2Rx acq <2", "2Rq sc <-",
	      "2Ry sc <-", "3Wy sc", "3Rx sc <-");
}

static bool races(const char *const *event) {
	struct execution x;
	uint32_t raced[2];
	execution_init(&x, EXECUTION_C11);
	for (; *event; event++)
		add(&x, *event);
	CHECK(allows(&x, EXECUTION_C11));
	struct pairs hb = execution_hb(&x);
	bool found = execution_find_race(&x, &hb, raced);
	pairs_close(&hb);
	execution_free(&x);
	return found;
}
#define RACE(...) races((const char *const[]){__VA_ARGS__, NULL})

static void test_races(void) {
	CHECK(RACE("1Wx na", "1Wf rlx", "2Rf acq <1", "2Rx na <0"));
	CHECK(RACE("1Wx na", "1Wf rel", "2Rf rlx <1", "2Rx na <0"));
	CHECK(!RACE("1Wx na", "1Wf rel", "2Rf acq <1", "2Rx na <0"));
	CHECK(!RACE("1Wx rlx", "2Wx rlx"));
	CHECK(RACE("1Wx rlx", "2Wx na"));
	CHECK(!RACE("1Rx na <-", "2Rx na <-"));
	CHECK(!RACE("1Wx na", "1L& r <-", "2L& a <1", "2Rx na <0"));
	CHECK(RACE("1Wx na", "1L& r <-", "2L& _ <1", "2Rx na <0"));
	CHECK(!RACE("1Wx na", "1C2", "2Wx na", "1J2", "1Wx na"));
	CHECK(RACE("1C2", "2Wx na", "1Wx na", "1J2"));
}

/* --- Random graphs. --- */

enum { EVENTS = 7, LOCATIONS = 2 };

struct small { /* a graph in the words of the second definition */
	unsigned n;
	struct {
		unsigned thread, location, place;
		char kind;
		enum execution_order order;
		int source; /* -1: the initial value */
	} at[EVENTS];
};

static uint32_t state = 1;
static unsigned dice(unsigned n) {
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % n;
}

static bool writes(const struct small *s, unsigned i) {
	return s->at[i].kind == 'W' || s->at[i].kind == 'U';
}
static bool reads(const struct small *s, unsigned i) {
	return s->at[i].kind == 'R' || s->at[i].kind == 'U';
}

static struct small make(void) {
	static const enum execution_order read[] = {ORDER_PLAIN, ORDER_RELAXED, ORDER_RELAXED,
	                                            ORDER_ACQUIRE, ORDER_SEQ_CST};
	static const enum execution_order write[] = {ORDER_PLAIN, ORDER_RELAXED, ORDER_RELAXED,
	                                             ORDER_RELEASE, ORDER_SEQ_CST};
	static const enum execution_order both[] = {ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE,
	                                            ORDER_ACQ_REL, ORDER_SEQ_CST};
	static const enum execution_order fence[] = {ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL,
	                                             ORDER_SEQ_CST, ORDER_SEQ_CST};
	struct small s = {.n = 4 + dice(EVENTS - 3)};
	unsigned threads = 2 + dice(2);
	for (unsigned i = 0; i < s.n; i++) {
		s.at[i].thread = 1 + dice(threads);
		s.at[i].location = dice(LOCATIONS);
		s.at[i].kind = "RRRWWWUF"[dice(8)];
		s.at[i].order = (s.at[i].kind == 'R'   ? read
		                 : s.at[i].kind == 'W' ? write
		                 : s.at[i].kind == 'U' ? both
		                                       : fence)[dice(5)];
	}
	/* Places: a random order of the writes of each location; sources: any write of it. */
	for (unsigned i = 0; i < s.n; i++) {
		unsigned before = 0;
		for (unsigned k = 0; k < i; k++)
			before += writes(&s, k) && s.at[k].location == s.at[i].location;
		unsigned place = dice(3) ? before : dice(before + 1);
		for (unsigned k = 0; k < i && writes(&s, i); k++)
			if (writes(&s, k) && s.at[k].location == s.at[i].location && s.at[k].place >= place)
				s.at[k].place++;
		s.at[i].place = place;
	}
	for (unsigned i = 0; i < s.n; i++) {
		int candidate[EVENTS + 1], n = 0;
		candidate[n++] = -1;
		for (unsigned k = 0; k < s.n; k++)
			if (k != i && writes(&s, k) && s.at[k].location == s.at[i].location)
				candidate[n++] = (int)k;
		s.at[i].source = reads(&s, i) ? candidate[dice((unsigned)n)] : -1;
	}
	return s;
}

static void give(const struct small *s, struct execution *x) {
	static const char *const order[] = {"na", "rlx", "con", "acq", "rel", "ar", "sc"};
	execution_init(x, EXECUTION_SC);
	for (unsigned i = 0; i < s->n; i++) {
		char text[64], from[16] = "", place[16] = "";
		if (reads(s, i))
			snprintf(from, sizeof from, s->at[i].source < 0 ? " <-" : " <%d", s->at[i].source);
		if (writes(s, i))
			snprintf(place, sizeof place, " @%u", s->at[i].place);
		snprintf(text, sizeof text, "%u%c%c %s%s%s", s->at[i].thread, s->at[i].kind,
		         s->at[i].kind == 'F' ? '_' : 'x' + (char)s->at[i].location, order[s->at[i].order],
		         from, place);
		add(x, text);
	}
}

/* A machine with store buffers: does some run of it have these sources and places?  Under sc the
 * buffers are always empty. */
struct machine {
	const struct small *s;
	enum execution_model model;
	bool done[EVENTS], flushed[EVENTS];
	int memory[LOCATIONS];  /* the event whose value it holds */
	unsigned in[LOCATIONS]; /* writes that have reached it */
};

static bool is_early(const struct machine *m, unsigned i) { /* in memory where it is issued */
	return m->model == EXECUTION_SC || m->s->at[i].kind == 'U' ||
	       m->s->at[i].order == ORDER_SEQ_CST;
}

static bool is_pending(const struct machine *m, unsigned i) {
	return m->s->at[i].kind == 'W' && m->done[i] && !m->flushed[i];
}

/* A store barrier of the thread after store a, and not after store b. */
static bool barrier_between(const struct small *s, unsigned a, unsigned b) {
	for (unsigned c = a + 1; c <= b; c++)
		if (s->at[c].thread == s->at[a].thread && s->at[c].kind != 'R' &&
		    order_releases(s->at[c].order))
			return true;
	return false;
}

static bool may_flush(const struct machine *m, unsigned i) {
	const struct small *s = m->s;
	if (!is_pending(m, i) || m->in[s->at[i].location] != s->at[i].place)
		return false;
	for (unsigned k = 0; k < i; k++)
		if (is_pending(m, k) && s->at[k].thread == s->at[i].thread &&
		    (m->model != EXECUTION_PSO || s->at[k].location == s->at[i].location ||
		     barrier_between(s, k, i)))
			return false;
	return true;
}

static bool may_issue(const struct machine *m, unsigned i) {
	const struct small *s = m->s;
	bool drains = s->at[i].kind == 'U' || (s->at[i].order == ORDER_SEQ_CST && s->at[i].kind != 'R');
	int seen = m->memory[s->at[i].location];
	if (m->done[i])
		return false;
	for (unsigned k = 0; k < i; k++) {
		if (s->at[k].thread != s->at[i].thread)
			continue;
		if (!m->done[k] || (drains && is_pending(m, k)))
			return false;
		if (is_pending(m, k) && s->at[k].location == s->at[i].location)
			seen = (int)k;
	}
	if (reads(s, i) && seen != s->at[i].source)
		return false;
	return !writes(s, i) || !is_early(m, i) || m->in[s->at[i].location] == s->at[i].place;
}

static bool run(struct machine m) {
	bool all = true;
	for (unsigned i = 0; i < m.s->n; i++) {
		all &= m.done[i] && !is_pending(&m, i);
		struct machine next = m;
		unsigned at = m.s->at[i].location;
		bool flushes = may_flush(&m, i);
		if (!flushes && !may_issue(&m, i))
			continue;
		next.done[i] = true;
		if (writes(m.s, i) && (flushes || is_early(&m, i))) {
			next.flushed[i] = true;
			next.memory[at] = (int)i;
			next.in[at]++;
		}
		if (run(next))
			return true;
	}
	return all;
}

static bool machine_allows(const struct small *s, enum execution_model model) {
	struct machine m = {.s = s, .model = model};
	for (unsigned i = 0; i < LOCATIONS; i++)
		m.memory[i] = -1;
	return run(m);
}

/* RC11 with quantifiers over events. */

static bool sb(const struct small *s, unsigned a, unsigned b) {
	return a < b && s->at[a].thread == s->at[b].thread;
}
static bool same(const struct small *s, unsigned a, unsigned b) {
	return s->at[a].kind != 'F' && s->at[b].kind != 'F' && s->at[a].location == s->at[b].location;
}
static bool mo(const struct small *s, unsigned a, unsigned b) {
	return writes(s, a) && writes(s, b) && same(s, a, b) && s->at[a].place < s->at[b].place;
}
static bool rf(const struct small *s, unsigned a, unsigned b) {
	return reads(s, b) && s->at[b].source == (int)a;
}
static bool rb(const struct small *s, unsigned a, unsigned b) {
	return a != b && reads(s, a) && writes(s, b) && same(s, a, b) &&
	       (s->at[a].source < 0 || mo(s, (unsigned)s->at[a].source, b));
}
/* eco in closed form: rf, mo, rb, mo;rf, rb;rf */
static bool eco(const struct small *s, unsigned a, unsigned b) {
	if (rf(s, a, b) || mo(s, a, b) || rb(s, a, b))
		return true;
	return reads(s, b) && s->at[b].source >= 0 &&
	       (mo(s, a, (unsigned)s->at[b].source) || rb(s, a, (unsigned)s->at[b].source));
}

/* Does release 'a' stand behind write w?  Follows the chain of read-modify-writes back. */
static bool releases(const struct small *s, unsigned a, unsigned w) {
	for (unsigned length = 0; length <= s->n; length++) {
		for (unsigned head = 0; head <= w || head < s->n; head++) {
			bool is_head = head < s->n && writes(s, head) && writes(s, w) &&
			               s->at[w].order != ORDER_PLAIN &&
			               (head == w || (sb(s, head, w) && same(s, head, w)));
			if (is_head && order_releases(s->at[a].order) &&
			    (a == head || (s->at[a].kind == 'F' && sb(s, a, head))))
				return true;
			if (head >= s->n)
				break;
		}
		if (s->at[w].kind != 'U' || s->at[w].source < 0)
			return false;
		w = (unsigned)s->at[w].source;
	}
	return false;
}

static bool sw(const struct small *s, unsigned a, unsigned b) {
	for (unsigned r = 0; r < s->n; r++)
		if (reads(s, r) && s->at[r].source >= 0 && s->at[r].order != ORDER_PLAIN &&
		    order_acquires(s->at[b].order) && (r == b || (s->at[b].kind == 'F' && sb(s, r, b))) &&
		    releases(s, a, (unsigned)s->at[r].source))
			return true;
	return false;
}

typedef bool table[EVENTS][EVENTS];

static void transitive(unsigned n, table t) {
	for (unsigned k = 0; k < n; k++)
		for (unsigned i = 0; i < n; i++)
			for (unsigned j = 0; j < n; j++)
				t[i][j] |= t[i][k] && t[k][j];
}

static bool is_cyclic(unsigned n, table t) {
	bool cyclic = false;
	transitive(n, t);
	for (unsigned i = 0; i < n; i++)
		cyclic |= t[i][i];
	return cyclic;
}

static bool scb(const struct small *s, table hb, unsigned a, unsigned b) {
	if (sb(s, a, b) || mo(s, a, b) || rb(s, a, b) || (hb[a][b] && same(s, a, b)))
		return true;
	for (unsigned c = 0; c < s->n; c++)
		for (unsigned d = 0; d < s->n; d++)
			if (sb(s, a, c) && !same(s, a, c) && hb[c][d] && sb(s, d, b) && !same(s, d, b))
				return true;
	return false;
}

static bool psc(const struct small *s, table hb, unsigned a, unsigned b) {
	bool fa = s->at[a].kind == 'F', fb = s->at[b].kind == 'F';
	if (s->at[a].order != ORDER_SEQ_CST || s->at[b].order != ORDER_SEQ_CST)
		return false;
	for (unsigned c = 0; c < s->n; c++)
		for (unsigned d = 0; d < s->n; d++) {
			if ((c == a || (fa && hb[a][c])) && scb(s, hb, c, d) && (d == b || (fb && hb[d][b])))
				return true;
			if (fa && fb && hb[a][c] && eco(s, c, d) && hb[d][b])
				return true;
		}
	return fa && fb && hb[a][b];
}

static bool rc11_allows(const struct small *s) {
	table issue = {{0}}, hb = {{0}}, sc = {{0}};
	for (unsigned a = 0; a < s->n; a++)
		for (unsigned b = 0; b < s->n; b++) {
			issue[a][b] = sb(s, a, b) || rf(s, a, b);
			hb[a][b] = sb(s, a, b) || sw(s, a, b);
		}
	if (is_cyclic(s->n, issue) || is_cyclic(s->n, hb))
		return false;
	for (unsigned a = 0; a < s->n; a++)
		for (unsigned b = 0; b < s->n; b++) {
			if (eco(s, a, b) && (hb[b][a] || eco(s, b, a)))
				return false;
			sc[a][b] = psc(s, hb, a, b);
		}
	for (unsigned u = 0; u < s->n; u++)
		for (unsigned v = 0; v < s->n && s->at[u].kind == 'U'; v++)
			if (rb(s, u, v) && mo(s, v, u))
				return false;
	return !is_cyclic(s->n, sc);
}

static void test_random(void) {
	unsigned allowed[4] = {0};
	for (unsigned i = 0; i < 20000; i++) {
		struct small s = make();
		struct execution x;
		give(&s, &x);
		for (unsigned m = 0; m < 4; m++) {
			bool expected =
			    m == EXECUTION_C11 ? rc11_allows(&s) : machine_allows(&s, (enum execution_model)m);
			CHECK(allows(&x, (enum execution_model)m) == expected);
			allowed[m] += expected;
		}
		execution_free(&x);
	}
	/* The graphs tell the models apart. */
	CHECK(allowed[0] > 1000 && allowed[0] < allowed[1] && allowed[1] < allowed[2]);
	CHECK(allowed[0] < allowed[3]);
}

int main(void) {
	test_litmus();
	test_coherence();
	test_release_sequences();
	test_threads();
	test_psc();
	test_races();
	test_random();
	return check_done("consistent");
}
