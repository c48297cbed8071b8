/* The check of invariants: it accepts what the search finds, and nothing that was changed. */
#include "symex/proof/check/check.h"

#include "symex/proof/relation/build.h"
#include "symex/proof/relation/proof_race.h"
#include "symex/proof/search/fixpoint.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"

static struct run_fixture fixture;
static struct relation relation;
static struct views views;

static bool open_program(const char *source) {
	run_fixture_open(&fixture, source);
	relation_open(&relation, &fixture.x);
	bool built = relation_build(&relation);
	views_open(&views, &relation);
	return built;
}

static void close_program(void) {
	views_close(&views);
	relation_close(&relation);
	run_fixture_close(&fixture);
}

static enum checked verdict(void) {
	return check_invariant(&views).verdict;
}

/* A number is taken from a shared counter: two threads have different ones, below the next one. */
static const char ticket[] = "unsigned next;\n"
                             "void __VERIFIER_atomic_begin(void);\n"
                             "void __VERIFIER_atomic_end(void);\n"
                             "void *worker(void *p) {\n"
                             "  unsigned mine;\n"
                             "  __VERIFIER_atomic_begin();\n"
                             "  mine = next;\n"
                             "  if (next < 1000) next++;\n"
                             "  __VERIFIER_atomic_end();\n"
                             "  assert(mine <= next);\n"
                             "  return p;\n"
                             "}\n"
                             "int main(void) {\n"
                             "  pthread_t t;\n"
                             "  while (1) pthread_create(&t, 0, worker, 0);\n"
                             "}\n";

/* Peterson's algorithm: all parts are explicit. */
static const char peterson[] = "int flag1, flag2, turn, x;\n"
                               "void *one(void *p) {\n"
                               "  flag1 = 1; turn = 1;\n"
                               "  while (flag2 && turn == 1);\n"
                               "  x = 0; assert(x <= 0); flag1 = 0;\n"
                               "  return p;\n"
                               "}\n"
                               "void *two(void *p) {\n"
                               "  flag2 = 1; turn = 0;\n"
                               "  while (flag1 && turn == 0);\n"
                               "  x = 1; assert(x >= 1); flag2 = 0;\n"
                               "  return p;\n"
                               "}\n"
                               "int main(void) {\n"
                               "  pthread_t t;\n"
                               "  pthread_create(&t, 0, one, 0);\n"
                               "  pthread_create(&t, 0, two, 0);\n"
                               "  return 0;\n"
                               "}\n";

static const char atomic[] = "int x;\n"
                             "void __VERIFIER_atomic_begin(void);\n"
                             "void __VERIFIER_atomic_end(void);\n"
                             "void *worker(void *p) {\n"
                             "  __VERIFIER_atomic_begin();\n"
                             "  x = 1;\n"
                             "  for (int i = 0; i < __VERIFIER_nondet_int(); i++) assert(x == 1);\n"
                             "  x = 0;\n"
                             "  __VERIFIER_atomic_end();\n"
                             "  return p;\n"
                             "}\n"
                             "int main(void) {\n"
                             "  pthread_t t;\n"
                             "  while (1) pthread_create(&t, 0, worker, 0);\n"
                             "}\n";

static const char counted[] = "#include <stdatomic.h>\n"
                              "atomic_int inside;\n"
                              "void *worker(void *p) {\n"
                              "  atomic_fetch_add(&inside, 1);\n"
                              "  atomic_fetch_sub(&inside, 1);\n"
                              "  return p;\n"
                              "}\n"
                              "int main(void) {\n"
                              "  pthread_t t;\n"
                              "  while (1) pthread_create(&t, 0, worker, 0);\n"
                              "}\n";

static const char outside[] = "int x, y;\n"
                              "void *one(void *p) { while (y == 0); return p; }\n"
                              "void *two(void *p) { while (y == 1); return p; }\n"
                              "void *writer(void *p) { x = 1; return p; }\n"
                              "int main(void) {\n"
                              "  pthread_t t;\n"
                              "  pthread_create(&t, 0, one, 0);\n"
                              "  pthread_create(&t, 0, two, 0);\n"
                              "  pthread_create(&t, 0, writer, 0);\n"
                              "  while (1) y = y;\n"
                              "}\n";

static const char racy[] = "int x;\n"
                           "void *worker(void *p) { x = 1; return p; }\n"
                           "int main(void) {\n"
                           "  pthread_t t;\n"
                           "  while (1) pthread_create(&t, 0, worker, 0);\n"
                           "}\n";

/* --- Changes. --- */

enum { SOME = 8 }; /* changes of a kind, spread over all that are possible */

static size_t stride(size_t n) {
	return n / SOME + 1;
}

/* Every node is reached by some step, or is the beginning: without it the invariant does not hold.
 */
static void drop_nodes(void) {
	for (size_t i = 0; i < views.node.n; i += stride(views.node.n)) {
		struct view kept = views.node.at[i];
		views.node.at[i] = views.node.at[views.node.n - 1];
		views.node.n--;
		CHECK(verdict() == CHECKED_FAILS);
		views.node.n++;
		views.node.at[views.node.n - 1] = views.node.at[i];
		views.node.at[i] = kept;
	}
}

/* An atom that does not hold in some state of the node. */
static void add_atom(term atom) {
	for (size_t i = 0; i < views.node.n; i += stride(views.node.n)) {
		struct view *n = &views.node.at[i];
		vec_push(&n->atom, atom);
		CHECK(verdict() == CHECKED_FAILS);
		n->atom.n--;
	}
}

static void drop_atoms(void) {
	for (size_t i = 0; i < views.node.n; i++)
		views.node.at[i].atom.n = 0;
	CHECK(verdict() == CHECKED_FAILS);
}

static void change_shared_value(uint32_t part) {
	for (size_t i = 0; i < views.shared.n; i += stride(views.shared.n)) {
		uint64_t *value = (uint64_t *)(uintptr_t)&views.shared.at[i].value[part], old = *value;
		bool is_used = views.group.at[i].single.n || views.group.at[i].pair.n;
		*value = old + 7;
		CHECK(!is_used || verdict() == CHECKED_FAILS);
		*value = old;
	}
}

static void add_obligations(void) {
	for (size_t i = 0; i < views.node.n && i < SOME; i++) {
		if (views.node.at[i].local[1] != NO_LOCAL)
			continue;
		struct control_point *p =
		    &relation.point.at[views.local.at[views.node.at[i].local[0]].point];
		vec_push(&p->obligation, ((struct obligation){.violated = term_true(fixture.x.ts)}));
		CHECK(verdict() == CHECKED_FAILS);
		p->obligation.n--;
	}
}

/* A step that the search did not see, to a point where the thread was not, or with another value.
 */
static void change_edges(void) {
	struct terms *ts = fixture.x.ts;
	uint32_t failed = 0;
	for (size_t i = 0; i < relation.edge.n && failed < SOME; i++) {
		struct edge *e = &relation.edge.at[i], kept = *e;
		struct new_value value;
		if (!e->nshared)
			continue;
		value = e->shared[0];
		value.value = term_fresh(ts, term_sort(ts, value.value), "input");
		e->shared = &value;
		e->nshared = 1;
		failed += verdict() == CHECKED_FAILS;
		*e = kept;
	}
	CHECK(failed > 0);
	CHECK(verdict() == CHECKED_HOLDS);
}

static uint32_t find_part(const char *name) {
	for (uint32_t i = 0; i < relation.part.n; i++)
		if (relation.part.at[i].name && !strcmp(relation.part.at[i].name, name))
			return i;
	return NO_PART;
}

/* --- Programs. --- */

static void test_symbolic(void) {
	struct terms *ts;
	CHECK(open_program(ticket));
	ts = fixture.x.ts;
	CHECK(views_prove(&views));
	CHECK(verdict() == CHECKED_HOLDS);
	uint32_t next = find_part("next");
	CHECK(next != NO_PART && views.symbolic[next]);
	drop_nodes();
	add_obligations();
	add_atom(term_equal(ts, relation.part.at[next].var[0], term_u64(ts, 32, 1234)));
	change_edges();
	relation.begin.at[0].nshared = 0; /* static variables with arbitrary values */
	CHECK(verdict() == CHECKED_FAILS);
	drop_atoms();
	close_program();
}

static void test_explicit(void) {
	CHECK(open_program(peterson));
	CHECK(views_prove(&views));
	CHECK(verdict() == CHECKED_HOLDS);
	uint32_t turn = find_part("turn");
	CHECK(turn != NO_PART && !views.symbolic[turn]);
	drop_nodes();
	change_shared_value(turn);
	change_edges();
	close_program();
}

static void test_atomic(void) {
	CHECK(open_program(atomic));
	CHECK(views_prove(&views));
	CHECK(verdict() == CHECKED_HOLDS);
	bool any = false;
	for (size_t i = 0; i < relation.point.n; i++) {
		any |= relation.point.at[i].is_atomic;
		relation.point.at[i].is_atomic = false;
	}
	CHECK(any);
	CHECK(verdict() == CHECKED_FAILS);
	close_program();
}

static void test_counters(void) {
	struct ghost_counters counters = {0};
	CHECK(open_program(counted));
	views_close(&views);
	CHECK(counters_add(&relation, &counters));
	views_open(&views, &relation);
	views.counters = &counters;
	counters_mark(&relation, &counters, views.symbolic);
	CHECK(views_prove(&views));
	CHECK(verdict() == CHECKED_HOLDS);
	for (size_t i = 0; i < counters.at.n; i++)
		for (size_t k = 0; k < views.node.n; k += stride(views.node.n)) {
			uint32_t point = views.local.at[views.node.at[k].local[0]].point;
			struct weights *w = (struct weights *)(uintptr_t)&counters.at.at[i].weight[point];
			struct weights old = *w;
			for (uint32_t n = 0; n < 1u << w->nflags; n++)
				w->at[n]++;
			CHECK(verdict() == CHECKED_FAILS);
			*w = old;
		}
	close_program();
	counters_free(&counters);
}

static const char *function_of(uint32_t local) {
	const struct symbol *s =
	    relation.template.at[relation.point.at[views.local.at[local].point].tid].function;
	return s ? s->name : "main";
}

/* Without the views of 'one' and 'two' after the step of 'writer', which is a third thread there.
 */
static void test_third(void) {
	CHECK(open_program(outside));
	CHECK(views_prove(&views));
	CHECK(verdict() == CHECKED_HOLDS);
	uint32_t x = find_part("x");
	CHECK(x != NO_PART && !views.symbolic[x]);
	size_t kept = 0, n = views.node.n;
	for (size_t i = 0; i < n; i++) {
		struct view node = views.node.at[i];
		bool is_pair = node.local[1] != NO_LOCAL && views.shared.at[node.shared].value[x] == 1;
		const char *p = is_pair ? function_of(node.local[0]) : "";
		const char *q = is_pair ? function_of(node.local[1]) : "";
		if ((!strcmp(p, "one") && !strcmp(q, "two")) || (!strcmp(p, "two") && !strcmp(q, "one")))
			vec_free(&node.atom);
		else
			views.node.at[kept++] = node;
	}
	CHECK(kept < n);
	views.node.n = kept;
	struct proof_check c = check_invariant(&views);
	CHECK(c.verdict == CHECKED_FAILS && c.what && strstr(c.what, "a third one steps"));
	close_program();
}

static void test_race(void) {
	CHECK(open_program(racy));
	CHECK(views_prove(&views));
	CHECK(verdict() == CHECKED_HOLDS);
	fixture.config.schedules.race_check = true;
	views.races = races_open();
	CHECK(verdict() == CHECKED_FAILS);
	close_program();
}

int main(void) {
	test_symbolic();
	test_explicit();
	test_atomic();
	test_counters();
	test_third();
	test_race();
	return check_done("proof_check");
}
