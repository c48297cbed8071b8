/* Shortcuts against another way to the same answer: small programs under sequential consistency,
 * and under models with the same executions that forbid some shortcuts, or all of them.  The
 * verdicts are the same, and what is left out is missed: each lemma makes a difference somewhere.
 */
#include <string.h>

#include "process/work.h"
#include "symex/model/model.h"
#include "symex/runs/path_search.h"
#include "symex/runs/prediction.h"
#include "symex/strategy.h"
#include "symex/symex.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"
#include "util/intern.h"

#define BODY(name, does) "static void *" name "(void *p) { " does " return p; }\n"
#define MAIN(before, between, after)                                                               \
	"int main(void) { pthread_t t, u; " before " pthread_create(&t, 0, one, 0);"                   \
	"pthread_create(&u, 0, two, 0); " between " pthread_join(t, 0); pthread_join(u, 0); " after    \
	" return 0; }\n"
#define PROGRAM(globals, does_one, does_two, check)                                                \
	globals "\n" BODY("one", does_one) BODY("two", does_two) MAIN("", "", check)
#define LOCKED(what) "pthread_mutex_lock(&m); " what " pthread_mutex_unlock(&m);"

enum { RACES = 1 };

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
	                  .order_turns = true,
#define REDUCTION(ID, field, name, off, sound, help) .field = true,
#include "symex/reductions.def"
	                  .deadlock_check = true,
	                  .race_check = c->how & RACES},
	    .prediction = &first_run,
	    .paths = &all_paths,
	    .solver = solver_table[0],
	};
}

/* Returns the work that it took. */
static uint64_t verify(struct run_fixture *f, const struct shortcut_case *c, const char *strategy,
                       const struct memory_model *m, enum verdict expected,
                       struct symex_stats *stats) {
	struct symex_config config = config_for(c, strategy);
	struct result *result = result_open();
	config.schedules.model = m;
	uint64_t begin = work.done;
	*stats = (struct symex_stats){0};
	symex_run(f->prog, &config, result, stats);
	bool is_right = result_verdict(result) == expected;
	CHECK(is_right);
	if (!is_right)
		fprintf(stderr, "%s by %s under %s: %d, expected %d\n", c->name, strategy, m->name,
		        (int)result_verdict(result), (int)expected);
	result_close(result);
	return work.done - begin;
}

int main(void) {
	struct memory_model none = memory_model_sc, weak = memory_model_sc;
	bool differs[LEMMA_N] = {false}, more_nodes = false;
	struct symex_stats under_sc, stats;
	none.name = "a model without shortcuts";
	none.reductions = none.lemmas = 0;
	weak.name = "a model with other executions";
	weak.keeps &= ~(unsigned)PAIR_WR;
	for (unsigned i = 0; i < CASES; i++) {
		const struct shortcut_case *c = &cases[i];
		struct run_fixture f;
		run_fixture_open(&f, c->source);
		for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
			const char *strategy = strategies[k].strategy;
			uint64_t usual = verify(&f, c, strategy, &memory_model_sc, c->verdict, &under_sc);
			verify(&f, c, strategy, &none, c->verdict, &stats);
			more_nodes |= stats.nodes > under_sc.nodes;
			/* no engine has the executions of this one: nothing is said about them */
			verify(&f, c, strategy, &weak, VERDICT_UNKNOWN, &stats);
			for (unsigned l = 0; strategies[k].of_events && l < LEMMA_N; l++) {
				struct memory_model one = memory_model_sc;
				one.name = model_lemma_table[l].what;
				one.lemmas &= ~(1u << l);
				differs[l] |= verify(&f, c, strategy, &one, c->verdict, &stats) != usual;
			}
		}
		run_fixture_close(&f);
	}
	CHECK(more_nodes);
	for (unsigned l = 0; l < LEMMA_N; l++) {
		CHECK(differs[l]);
		if (!differs[l])
			fprintf(stderr, "nobody asks: %s\n", model_lemma_table[l].what);
	}
	intern_free_all();
	return check_done("shortcuts");
}
