/* The entry of the table of strategies: all schedules as an order of events. */
#include "symex/events/events_search.h"
#include "symex/strategy.h"

#define NO_TREE "--strategy=partial-order explores no interleavings one by one: "

static const struct refusal refuses[] = {
    REFUSE_ORDERS(NO_TREE),
    REFUSE_BOUNDS(NO_TREE),
    REFUSE_TREE(NO_TREE),
    {"depth", "--depth counts the instructions of one execution: it needs --strategy=lazy", NULL},
    {"check-solver",
     "--strategy=partial-order solves in the way that --order names, so another --order checks it: "
     "--check-solver needs --strategy=lazy, schedule or uw",
     NULL},
    {"smtlib2", EVENTS_NO_SMTLIB, NULL},
    {"show-vcc", EVENTS_NO_VCC, NULL},
    {"unwindset",
     "--strategy=partial-order does not number threads in the order of their creation; the bound "
     "of one "
     "thread needs --strategy=lazy",
     "THREAD:LOOP:N"},
    {0},
};

static bool run(struct symex *x) {
	return events_search(x, NULL, CAUSAL_CTP);
}

const struct strategy strategy_partial_order = {
    .name = "partial-order",
    .has_orders = true,
    .help = "encode all schedules as an order of events and let the solver find one",
    .paper = "Wang, Kundu, Ganai and Gupta, FM 2009, sections 4 and 5, for whole programs",
    .models = MODEL_BIT(TSO) | MODEL_BIT(PSO) | MODEL_BIT(C11),
    .reductions = EVENTS_REDUCTIONS | EVENTS_LOCAL_REDUCTIONS | REDUCTION_BIT(CLOSED_LOOPS) |
                  REDUCTION_BIT(LOOP_ENDS) | REDUCTION_BIT(SMALLER_UNWINDINGS) |
                  REDUCTION_BIT(WAITING_ITERATIONS),
    .refuses = refuses,
    .fallback = "lazy",
    .finds_order = true,
    .counts = true,
    .has_progress = true,
    .run = run,
};
