/* Shortcuts against another way to the same answer: small programs under sequential consistency,
 * and under models with the same executions that forbid some shortcuts, or all of them.  The
 * verdicts are the same, and what is left out is missed: each lemma makes a difference somewhere.
 */
#include <string.h>

#include "process/work.h"
#include "symex/concrete/prediction.h"
#include "symex/events/events_search.h"
#include "symex/generalise/path_search.h"
#include "symex/model/model.h"
#include "symex/strategy.h"
#include "symex/symex.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"
#include "util/base/intern.h"

#define BODY(name, does) "static void *" name "(void *p) { " does " return p; }\n"
#define MAIN(before, between, after)                                                               \
	"int main(void) { pthread_t t, u; " before " pthread_create(&t, 0, one, 0);"                   \
	"pthread_create(&u, 0, two, 0); " between " pthread_join(t, 0); pthread_join(u, 0); " after    \
	" return 0; }\n"
#define PROGRAM(globals, does_one, does_two, check)                                                \
	globals "\n" BODY("one", does_one) BODY("two", does_two) MAIN("", "", check)
#define LOCKED(what) "pthread_mutex_lock(&m); " what " pthread_mutex_unlock(&m);"

enum { RACES = 1 };

#define EVENTS_SHORTCUTS                                                                           \
	(EVENTS_REDUCTIONS | EVENTS_LOCAL_REDUCTIONS | REDUCTION_BIT(CLOSED_LOOPS) |                   \
	 REDUCTION_BIT(LOOP_ENDS) | REDUCTION_BIT(SMALLER_UNWINDINGS))

static const struct shortcut_case {
	const char *name, *source;
	enum verdict verdict;
	unsigned how;
} cases[] = {
    {"lost update", PROGRAM("int x;", "x++;", "x++;", "assert(x == 2);"), VERDICT_UNSAFE, 0},
    {"update", PROGRAM("int x;", "x++;", "x++;", "assert(x >= 1);"), VERDICT_SAFE, 0},
    {"locked", PROGRAM("int x;", LOCKED("x++;"), LOCKED("x++;"), "assert(x == 2);"), VERDICT_SAFE,
     0},
    {"half locked", PROGRAM("int x;", LOCKED("x++;"), "x++;", "assert(x == 2);"), VERDICT_UNSAFE,
     0},
    {"three locked",
     PROGRAM("int x;", LOCKED("x++;") LOCKED("x++;"), LOCKED("x++;"), "assert(x == 3);"),
     VERDICT_SAFE, 0},
    {"atomic", PROGRAM("_Atomic int x;", "x++; x++;", "x++;", "assert(x == 3);"), VERDICT_SAFE, 0},
    {"left in a section",
     PROGRAM("int x, y;", LOCKED("x = 1; y = x; assert(x == y); x = 0;"), LOCKED("x = 2; x = 0;"),
             "assert(!x);"),
     VERDICT_SAFE, 0},
    {"message", PROGRAM("int x, f;", "x = 1; f = 1;", "if (f) assert(x);", ""), VERDICT_SAFE, 0},
    {"early message", PROGRAM("int x, f;", "f = 1; x = 1;", "if (f) assert(x);", ""),
     VERDICT_UNSAFE, 0},
    {"store buffers",
     PROGRAM("int x, y, a, b;", "x = 1; a = y;", "y = 1; b = x;", "assert(a || b);"), VERDICT_SAFE,
     0},
    {"one of them", PROGRAM("int x, y, a, b;", "x = 1; a = y;", "y = 1; b = x;", "assert(a && b);"),
     VERDICT_UNSAFE, 0},
    {"read twice", PROGRAM("int x;", "x = 1; x = 2;", "int a = x, b = x; assert(a <= b);", ""),
     VERDICT_SAFE, 0},
    {"read backwards", PROGRAM("int x;", "x = 1; x = 2;", "int a = x, b = x; assert(a >= b);", ""),
     VERDICT_UNSAFE, 0},
    {"sums", PROGRAM("int x = 1, y = 1;", "x += y; x += y;", "y += x;", "assert(x <= 5);"),
     VERDICT_SAFE, 0},
    {"smaller sums", PROGRAM("int x = 1, y = 1;", "x += y; x += y;", "y += x;", "assert(x <= 4);"),
     VERDICT_UNSAFE, 0},
    {"overwritten",
     "int x;\n" BODY("one", "x = 2;") BODY("two", "int a = x; assert(a == 1 || a == 2);")
         MAIN("x = 3; x = 1;", "", "assert(x == 2); x = 4;"),
     VERDICT_SAFE, 0},
    {"written late",
     "int x;\n" BODY("one", "x = 2;") BODY("two", "int a = x; assert(a == 1 || a == 2);")
         MAIN("x = 3; x = 1;", "x = 4;", ""),
     VERDICT_UNSAFE, 0},
    {"circle",
     PROGRAM("pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",
             LOCKED("pthread_mutex_lock(&n); pthread_mutex_unlock(&n);"),
             "pthread_mutex_lock(&n); " LOCKED("") " pthread_mutex_unlock(&n);", ""),
     VERDICT_UNSAFE, 0},
    {"no circle",
     PROGRAM("pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",
             LOCKED("pthread_mutex_lock(&n); pthread_mutex_unlock(&n);"),
             LOCKED("pthread_mutex_lock(&n); pthread_mutex_unlock(&n);"), ""),
     VERDICT_SAFE, 0},
    {"race", PROGRAM("int x;", "x = 1;", LOCKED("x = 2;"), ""), VERDICT_UNSAFE, RACES},
    {"no race",
     "int x, y;\n" BODY("one", LOCKED("x = 1;")) BODY("two", LOCKED("x = 2;") "y = 1;")
         MAIN("x = 3;", "", "x = y;"),
     VERDICT_SAFE, RACES},
    {"race with main",
     "int x; _Atomic int y;\n" BODY("one", "y = 2;") BODY("two", "if (y == 2) x = 1;")
         MAIN("", "x = 2;", ""),
     VERDICT_UNSAFE, RACES},
    {"no race with main",
     "int x; _Atomic int y;\n" BODY("one", "y = 1;") BODY("two", "if (y == 2) x = 1;")
         MAIN("", "x = 2;", ""),
     VERDICT_SAFE, RACES},
    {"own lock",
     PROGRAM("_Atomic int l; int x;",
             "int z = 0; if (__atomic_compare_exchange_n((int *)&l, &z, 1, 0, 5, 5)) {"
             " x++; assert(l == 1); l = 0; }",
             "int z = 0; if (__atomic_compare_exchange_n((int *)&l, &z, 2, 0, 5, 5)) {"
             " x++; assert(l == 2); l = 0; }",
             "assert(x);"),
     VERDICT_SAFE, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

static const struct run {
	const char *strategy;
	bool of_events;
} strategies[] = {
    {"lazy", false}, {"schedule", false}, {"uw", false}, {"partial-order", true}, {"mpc", true},
};
static const struct prediction first_run = {.inputs = INPUTS_ZERO, .turns = TURNS_ROUND_ROBIN};
static const struct path_search all_paths = {.strategy = MPC_VERDICT, .share = 1, .shares = 1};

static struct symex_config config_for(const struct shortcut_case *c, const char *strategy) {
	return (struct symex_config){
	    .bounds = {.unwind = NO_BOUND,
	               .depth = NO_BOUND,
	               .max_unwind = NO_BOUND,
	               .max_inductive = NO_BOUND,
	               .first_unwind = 1,
	               .unwinding_assertions = true},
	    .schedules = {.context_bound = NO_BOUND,
	                  .preemption_bound = NO_BOUND,
	                  .decision_bound = NO_BOUND,
	                  .strategy = strategy_find(strategy),
	                  .is_member = true, /* no other strategy goes on where this one cannot */
	                  .jobs = 1,
	                  .buffer_bound = 4,
	                  .order_turns = true,
	                  .deadlock_check = true,
	                  .race_check = c->how & RACES},
	    .prediction = &first_run,
	    .paths = &all_paths,
	    .solver = solver_table[0],
	};
}

static enum verdict verdict_of(struct run_fixture *f, const struct shortcut_case *c,
                               const char *strategy, const struct memory_model *m,
                               struct symex_stats *stats) {
	struct symex_config config = config_for(c, strategy);
	struct result *result = result_open();
	config.schedules.model = m;
	config.schedules.race_check &= model_interleaves(m);
	*stats = (struct symex_stats){0};
	symex_run(f->prog, &config, result, stats);
	enum verdict verdict = result_verdict(result);
	result_close(result);
	return verdict;
}

/* Returns the work that it took. */
static uint64_t verify(struct run_fixture *f, const struct shortcut_case *c, const char *strategy,
                       const struct memory_model *m, enum verdict expected,
                       struct symex_stats *stats) {
	uint64_t begin = work.done;
	enum verdict verdict = verdict_of(f, c, strategy, m, stats);
	CHECK(verdict == expected);
	if (verdict != expected)
		fprintf(stderr, "%s by %s under %s: %d, expected %d\n%s\n", c->name, strategy, m->name,
		        (int)verdict, (int)expected, c->source);
	return work.done - begin;
}

static bool differs[LEMMA_N], more_nodes; /* without each lemma; without reductions */

/* The strategies, or those over events, with and without shortcuts. */
static void compare(const struct shortcut_case *c, struct run_fixture *f, bool only_events) {
	struct memory_model none = memory_model_sc, weak = memory_model_sc;
	struct symex_stats under_sc, stats;
	none.name = "a model without shortcuts";
	none.reductions = none.lemmas = 0;
	weak.name = "a model with other executions";
	weak.keeps &= ~(unsigned)PAIR_WR;
	for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
		const char *strategy = strategies[k].strategy;
		if (only_events && !strategies[k].of_events)
			continue;
		uint64_t usual = verify(f, c, strategy, &memory_model_sc, c->verdict, &under_sc);
		verify(f, c, strategy, &none, c->verdict, &stats);
		more_nodes |= stats.nodes > under_sc.nodes;
		/* no engine has the executions of this one: nothing is said about them */
		verify(f, c, strategy, &weak, VERDICT_UNKNOWN, &stats);
		for (unsigned l = 0; strategies[k].of_events && l < LEMMA_N; l++) {
			struct memory_model one = memory_model_sc;
			one.name = model_lemma_table[l].what;
			one.lemmas &= ~(1u << l);
			differs[l] |= verify(f, c, strategy, &one, c->verdict, &stats) != usual;
		}
	}
}

static void test_cases(void) {
	for (unsigned i = 0; i < CASES; i++) {
		struct run_fixture f;
		run_fixture_open(&f, cases[i].source);
		compare(&cases[i], &f, false);
		run_fixture_close(&f);
	}
	CHECK(more_nodes);
	for (unsigned l = 0; l < LEMMA_N; l++) {
		CHECK(differs[l]);
		if (!differs[l])
			fprintf(stderr, "nobody asks: %s\n", model_lemma_table[l].what);
	}
}

/* --- Store buffers: with and without each shortcut. --- */

/* What holds under sc and not with store buffers. */
static enum verdict with_buffers(const struct shortcut_case *c, enum model_store store) {
	bool reorders = !strcmp(c->name, "store buffers") ||
	                (!strcmp(c->name, "message") && store == STORE_BY_LOCATION);
	return reorders ? VERDICT_UNSAFE : c->verdict;
}

static void compare_buffers(const struct shortcut_case *c, struct run_fixture *f,
                            const struct memory_model *m) {
	enum verdict expected = with_buffers(c, m->store);
	struct symex_stats stats;
	struct memory_model less = *m;
	verify(f, c, "lazy", m, expected, &stats);
	verify(f, c, "partial-order", m, expected, &stats);
	less.reductions = less.lemmas = 0;
	verify(f, c, "partial-order", &less, expected, &stats);
	for (unsigned i = 0; i < LEMMA_N; i++) {
		less = *m;
		less.lemmas &= ~(1u << i);
		if (less.lemmas != m->lemmas)
			verify(f, c, "partial-order", &less, expected, &stats);
	}
	for (unsigned i = 0; i < REDUCTION_N; i++) {
		less = *m;
		less.reductions &= ~(UINT64_C(1) << i);
		if (less.reductions != m->reductions && EVENTS_SHORTCUTS >> i & 1)
			verify(f, c, "partial-order", &less, expected, &stats);
	}
}

static void test_buffers(void) {
	for (unsigned i = 0; i < CASES; i++) {
		struct run_fixture f;
		if (cases[i].how & RACES)
			continue;
		run_fixture_open(&f, cases[i].source);
		compare_buffers(&cases[i], &f, &memory_model_tso);
		compare_buffers(&cases[i], &f, &memory_model_pso);
		run_fixture_close(&f);
	}
}

/* --- Random programs: what lazy exploration says under sc is expected. --- */

enum { RANDOM_PROGRAMS = 8 };

static uint64_t seed = 88172645463325252u;

static unsigned below(unsigned n) {
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed % n);
}

static const char *some_statements(struct arena *a) {
	const char *text = "";
	for (unsigned n = 2 + below(2); n; n--) {
		char v = "xyz"[below(3)], w = "xyz"[below(3)];
		unsigned k = 1 + below(2);
		const char *one = "";
		switch (below(6)) {
		case 0: one = arena_printf(a, "%c = %u;", v, k); break;
		case 1: one = arena_printf(a, "%c++;", v); break;
		case 2: one = arena_printf(a, "%c += %c;", v, w); break;
		case 3: one = arena_printf(a, "if (%c == %u) %c = %u;", v, k, w, 3 - k); break;
		case 4: one = arena_printf(a, LOCKED("%c = %c; %c++;"), v, w, v); break;
		case 5: one = arena_printf(a, LOCKED("%c++;"), v); break;
		}
		text = arena_printf(a, "%s %s", text, one);
	}
	return text;
}

static void test_random(void) {
	unsigned unsafe = 0;
	for (unsigned i = 0; i < RANDOM_PROGRAMS; i++) {
		struct run_fixture f;
		struct symex_stats stats;
		struct arena *a = arena_open();
		const char *one = some_statements(a), *two = some_statements(a);
		char v = "xyz"[below(3)], w = "xyz"[below(3)];
		const char *source = arena_printf(a,
		                                  "int x, y, z;\n" BODY("one", "%s") BODY("two", "%s")
		                                      MAIN("%s", "%s", "assert(%c + %c != %u);"),
		                                  one, two, below(2) ? "x = 1;" : "",
		                                  below(3) ? "" : "y = 3;", v, w, 2 + below(6));
		struct shortcut_case c = {"a random program", source, VERDICT_UNKNOWN,
		                          below(4) ? 0 : RACES};
		run_fixture_open(&f, source);
		c.verdict = verdict_of(&f, &c, "lazy", &memory_model_sc, &stats);
		CHECK(c.verdict != VERDICT_UNKNOWN);
		unsafe += c.verdict == VERDICT_UNSAFE;
		compare(&c, &f, true); /* there may be many schedules to explore one by one */
		run_fixture_close(&f);
		arena_close(a);
	}
	CHECK(unsafe > 0 && unsafe < RANDOM_PROGRAMS);
}

int main(void) {
	test_cases();
	test_buffers();
	test_random();
	intern_free_all();
	return check_done("shortcuts");
}
