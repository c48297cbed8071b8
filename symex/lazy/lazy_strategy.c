/* The entry of lazy exploration in the table of strategies. */
#include "symex/strategy.h"

#include "solvers/solver.h"
#include "symex/lazy/tree.h"
#include "symex/model/model.h"
#include "symex/reduction.h"

static bool run(struct symex *x) {
	tree_search(x);
	return true;
}

const struct strategy strategy_lazy = {
    .name = "lazy",
    .has_orders = true,
    .has_progress = true,
    .explores = true,
    .help = "explore the tree of schedules one interleaving after the other",
    .paper = "Cordeiro and Fischer, ICSE 2011, section 3.2",
    .gains = SOLVER_KEEP | SOLVER_PUSH,
    .reductions = REDUCTION_BIT(POR) | REDUCTION_BIT(STATE_CACHE) | REDUCTION_BIT(SYMMETRY) |
                  REDUCTION_BIT(DEAD_LOCALS) | REDUCTION_BIT(ASSERTION_GUIDED) |
                  REDUCTION_BIT(LOCK_PROTECTION) | REDUCTION_BIT(PRUNE) |
                  REDUCTION_BIT(LOCK_DISCIPLINE) | REDUCTION_BIT(WAITS_HOLD) |
                  REDUCTION_BIT(PRIVATE_OBJECTS) | REDUCTION_BIT(RELEASES) |
                  REDUCTION_BIT(NET_EFFECT) | REDUCTION_BIT(ANY_RUNNER) |
                  REDUCTION_BIT(PLAIN_ADDRESSES) | REDUCTION_BIT(DEAD_REGISTERS) |
                  REDUCTION_BIT(RELEVANT_ASSUMPTIONS) | REDUCTION_BIT(JOINED_SETS),
    .saves = true,
    .models = MODEL_BIT(TSO) | MODEL_BIT(PSO),
    .run = run,
};
