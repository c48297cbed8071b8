/* The entry of proofs for any number of threads in the table of strategies. */
#include "symex/proof/proof.h"
#include "symex/strategy.h"

#define NO_SCHEDULES "--strategy=any-threads proves all schedules at once: "
#define NO_UNWINDING "--strategy=any-threads does not unwind loops: "

static const struct refusal refuses[] = {
    REFUSE_ORDERS(NO_SCHEDULES),
    REFUSE_BOUNDS(NO_SCHEDULES),
    REFUSE_TREE(NO_SCHEDULES),
    REFUSE_PROGRESS,
    {"context-bound",
     NO_SCHEDULES "--context-bound needs --strategy=lazy or another strategy that explores", NULL},
    {"unwind", NO_UNWINDING "--unwind needs --strategy=lazy or another strategy that explores",
     NULL},
    {"unwindset",
     NO_UNWINDING "--unwindset needs --strategy=lazy or another strategy that explores", NULL},
    {"partial-loops",
     NO_UNWINDING "--partial-loops needs --strategy=lazy or another strategy that explores", NULL},
    {"depth", "--depth counts the instructions of one execution: it needs --strategy=lazy", NULL},
    {"smtlib2",
     "--strategy=any-threads makes many small queries: --smtlib2 needs --strategy=lazy or another "
     "strategy that "
     "explores",
     NULL},
    {"show-vcc",
     "--strategy=any-threads makes many small queries: --show-vcc needs --strategy=lazy or another "
     "strategy that "
     "explores",
     NULL},
    {0},
};

static bool run(struct symex *x) {
	proof_search(x);
	return true;
}

const struct strategy strategy_any_threads = {
    .name = "any-threads",
    .help = "only prove, for any number of threads and loop iterations, by invariants of one and "
            "two threads",
    .paper = "none; thread-modular reasoning over two threads, guess and check",
    .refuses = refuses,
    .covers = COVERS_PROOFS, /* a slice has no loops that only wait */
    .one_thread = true,
    .run = run,
};
