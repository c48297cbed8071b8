/* Store buffers in the tree of schedules: small programs under tso and pso, with all reductions
 * that are right there, without each of them, and without any.  The verdicts are the same.
 */
#include <string.h>

#include "symex/model/model.h"
#include "symex/reduction.h"
#include "symex/strategy.h"
#include "symex/symex.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"
#include "util/base/intern.h"

#define BODY(name, does) "static void *" name "(void *p) { " does " return p; }\n"
#define PROGRAM(globals, does_one, does_two, check)                                                \
	globals "\n" BODY("one", does_one) BODY(                                                       \
	    "two",                                                                                     \
	    does_two) "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0);"                \
	              "pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); " check  \
	              " return 0; }\n"
#define LOCKED(what)  "pthread_mutex_lock(&m); " what " pthread_mutex_unlock(&m);"
#define FENCE         "__sync_synchronize();"
#define RELEASE(flag) "__atomic_store_n(&" flag ", 1, __ATOMIC_RELEASE);"

#define S VERDICT_SAFE
#define U VERDICT_UNSAFE

static const struct buffer_case {
	const char *name, *source;
	enum verdict tso, pso;
} cases[] = {
    {"store, then load",
     PROGRAM("int x, y, a, b;", "x = 1; a = y;", "y = 1; b = x;", "assert(a || b);"), U, U},
    {"fences",
     PROGRAM("int x, y, a, b;", "x = 1; " FENCE " a = y;", "y = 1; " FENCE " b = x;",
             "assert(a || b);"),
     S, S},
    {"one fence",
     PROGRAM("int x, y, a, b;", "x = 1; " FENCE " a = y;", "y = 1; b = x;", "assert(a || b);"), U,
     U},
    {"message", PROGRAM("int x, f;", "x = 1; f = 1;", "if (f) assert(x);", ""), S, U},
    {"released", PROGRAM("int x, f;", "x = 1; " RELEASE("f"), "if (f) assert(x);", ""), S, S},
    {"released too early",
     PROGRAM("int x, f, g;", RELEASE("g") " x = 1; f = 1;", "if (f) assert(x);", ""), S, U},
    {"released between",
     PROGRAM("int x, f, g;", "x = 1; " RELEASE("g") " f = 1;", "if (f) assert(x);", ""), S, S},
    {"read twice", PROGRAM("int x;", "x = 1; x = 2;", "int a = x, b = x; assert(a <= b);", ""), S,
     S},
    {"read backwards", PROGRAM("int x;", "x = 1; x = 2;", "int a = x, b = x; assert(a >= b);", ""),
     U, U},
    {"own store", PROGRAM("int x, y;", "x = 1; y = x; assert(x);", "y = x;", ""), S, S},
    {"own store overtaken", PROGRAM("int x;", "x = 1; assert(x == 1);", "x = 2;", ""), U, U},
    /* while it is forwarded, both still read the other's old value */
    {"forwarded",
     PROGRAM("int x, y, a, b, c, d;", "x = 1; a = x; b = y;", "y = 1; c = y; d = x;",
             "assert(a == 1 && c == 1); assert(b || d);"),
     U, U},
    {"locked", PROGRAM("int x;", LOCKED("x++;"), LOCKED("x++;"), "assert(x == 2);"), S, S},
    {"half locked", PROGRAM("int x;", LOCKED("x++;"), "x++;", "assert(x == 2);"), U, U},
    {"left in a section",
     PROGRAM("int x, y;", LOCKED("x = 1; y = x; assert(x == y); x = 0;"), LOCKED("x = 2; x = 0;"),
             "assert(!x);"),
     S, S},
    {"atomic", PROGRAM("_Atomic int x;", "x++; x++;", "x++;", "assert(x == 3);"), S, S},
    {"waits for the buffer",
     PROGRAM("int x; _Atomic int f;", "x = 1; f++;", "if (f) assert(x);", ""), S, S},
    {"circle",
     PROGRAM("int x; pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",
             LOCKED("x = 1; pthread_mutex_lock(&n); pthread_mutex_unlock(&n);"),
             "pthread_mutex_lock(&n); x = 2; " LOCKED("") " pthread_mutex_unlock(&n);", ""),
     U, U},
    {"no circle",
     PROGRAM("int x; pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",
             LOCKED("x = 1; pthread_mutex_lock(&n); pthread_mutex_unlock(&n);"),
             LOCKED("x = 2; pthread_mutex_lock(&n); pthread_mutex_unlock(&n);"), ""),
     S, S},
    {"spins", PROGRAM("int x; volatile int f;", "x = 1; f = 1;", "while (!f) ; assert(x);", ""), S,
     U},
    {"spins with release",
     PROGRAM("int x; volatile int f;", "x = 1; " RELEASE("f"), "while (!f) ; assert(x);", ""), S,
     S},
};
enum {
	CASES = sizeof cases / sizeof *cases,
	SOME = 3, /* 1 of so many runs without reductions, too; thorough: all */
};

static struct symex_config config_for(const struct memory_model *m, uint64_t without) {
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
	                  .strategy = strategy_find("lazy"),
	                  .jobs = 1,
	                  .deadlock_check = true,
	                  .model = m,
	                  .buffer_bound = 4},
	    .without = without,
	    .solver = solver_table[0],
	};
}

static uint64_t nodes; /* of the last search */

static struct result *run(struct run_fixture *f, const struct symex_config *config) {
	struct result *result = result_open();
	struct symex_stats stats = {0};
	symex_run(f->prog, config, result, &stats);
	nodes = stats.nodes;
	return result;
}

static void verify(struct run_fixture *f, const struct buffer_case *c, const struct memory_model *m,
                   uint64_t without, const char *what) {
	struct symex_config config = config_for(m, without);
	struct result *result = run(f, &config);
	enum verdict expected = m == &memory_model_tso ? c->tso : c->pso;
	CHECK(result_verdict(result) == expected);
	if (result_verdict(result) != expected)
		fprintf(stderr, "%s under %s without %s: %d, expected %d\n%s\n", c->name, m->name, what,
		        (int)result_verdict(result), (int)expected, c->source);
	result_close(result);
}

static void test_cases(void) {
	static const struct memory_model *const models[] = {&memory_model_tso, &memory_model_pso};
	const uint64_t tree = strategy_find("lazy")->reductions;
	bool fewer = false;
	for (unsigned i = 0; i < CASES; i++) {
		struct run_fixture f;
		run_fixture_open(&f, cases[i].source);
		for (unsigned k = 0; k < 2; k++) {
			verify(&f, &cases[i], models[k], 0, "nothing");
			/* Only the state cache closes loops.  The rest takes long, so under one of the models,
			 * and of some programs. */
			if (strstr(cases[i].source, "while") || i % 2 == k || (i % SOME && !check_thorough()))
				continue;
			uint64_t few = nodes;
			verify(&f, &cases[i], models[k], tree, "any reduction");
			fewer |= few < nodes;
			for (unsigned r = 0; r < REDUCTION_N && i % 3 == k; r++)
				if (tree & models[k]->reductions & UINT64_C(1) << r)
					verify(&f, &cases[i], models[k], UINT64_C(1) << r, reduction_table[r].name);
		}
		run_fixture_close(&f);
	}
	CHECK(fewer);
}

/* What a longer buffer shows is not claimed to be excluded. */
static void test_bound(void) {
	static const char source[] =
	    PROGRAM("int x[3], y, a, b;", "x[0] = 1; x[1] = 1; x[2] = 1; a = y;",
	            "y = 1; " FENCE " b = x[0];", "assert(a || b);");
	struct run_fixture f;
	run_fixture_open(&f, source);
	for (uint32_t bound = 1; bound <= 4; bound++) {
		struct symex_config config = config_for(&memory_model_tso, 0);
		config.schedules.buffer_bound = bound;
		struct result *result = run(&f, &config);
		CHECK(result_verdict(result) == (bound < 3 ? VERDICT_SAFE : VERDICT_UNSAFE));
		if (bound < 3)
			CHECK(result_has_gap(result, GAP_BUFFER));
		result_close(result);
	}
	run_fixture_close(&f);
}

int main(void) {
	if (!check_thorough())
		check_left_out("runs without reductions, but of 1 of 3 programs");
	test_cases();
	test_bound();
	intern_free_all();
	return check_done("buffers");
}
