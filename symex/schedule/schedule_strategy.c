/* The entries of the table of strategies: schedule encoding, and the same with widening. */
#include "symex/strategy.h"

#include "solvers/solver.h"
#include "symex/reduction.h"
#include "symex/schedule/schedule.h"

#define NO_ORDER                                                                                   \
	"--strategy=schedule and uw have no order of interleavings: --dfs, --random-order and "        \
	"--all-runs "                                                                                  \
	"need --strategy=lazy"

static const struct refusal refuses[] = {
    {"dfs", NO_ORDER, NULL},
    {"random-order", NO_ORDER, NULL},
    {"all-runs", NO_ORDER, NULL},
    {"incremental-context-bound",
     "--strategy=schedule and uw begin with few switches and raise their number by themselves: "
     "--incremental-context-bound needs --strategy=lazy",
     NULL},
    {"decision-bound",
     "--decision-bound needs --strategy=lazy; --context-bound with the same number covers it",
     NULL},
    {"depth", "--depth counts the instructions of one execution: it needs --strategy=lazy", NULL},
    {"lock-order-check", "--lock-order-check needs --strategy=lazy", NULL},
    REFUSE_PROGRESS,
    {"dot", "--strategy=schedule and uw explore no tree: --dot needs --strategy=lazy", NULL},
    {"unwindset",
     "--strategy=schedule and uw do not number threads in the order of their creation; the bound "
     "of one "
     "thread needs --strategy=lazy",
     "THREAD:LOOP:N"},
    {0},
};

static bool run_schedule(struct symex *x) {
	return schedule_search(x, false);
}

const struct strategy strategy_schedule = {
    .name = "schedule",
    .help = "record all schedules in one formula and let the solver choose",
    .explores = true,
    .paper = "Cordeiro and Fischer, ICSE 2011, section 3.3",
    .gains = SOLVER_KEEP | SOLVER_ASSUME,
    .reductions = REDUCTION_BIT(POR) | REDUCTION_BIT(LOCK_DISCIPLINE) | REDUCTION_BIT(WAITS_HOLD),
    .refuses = refuses,
    .fallback = "lazy",
    .run = run_schedule,
};

static bool run_uw(struct symex *x) {
	return schedule_search(x, true);
}

const struct strategy strategy_uw = {
    .name = "uw",
    .help = "as --strategy=schedule, but begin with one schedule and add what unsat cores need",
    .explores = true,
    .paper = "Cordeiro and Fischer, ICSE 2011, section 3.4",
    .gains = SOLVER_KEEP | SOLVER_ASSUME | SOLVER_CORE,
    .reductions = REDUCTION_BIT(POR) | REDUCTION_BIT(LOCK_DISCIPLINE) | REDUCTION_BIT(WAITS_HOLD),
    .refuses = refuses,
    .fallback = "lazy",
    .run = run_uw,
};
