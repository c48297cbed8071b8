#include "symex/reduction.h"

#include <string.h>

#include "goto/program/prog.h"
#include "symex/config.h"
#include "symex/model/model.h"

const struct reduction_info reduction_table[] = {
#define REDUCTION(ID, name, off, sound, help) {REDUCTION_OF_SEARCH, name, help, sound, off},
#define PASS(ID, name, off, sound, help)      {REDUCTION_PASS, name, help, sound, off},
#define SHORTCUT(ID, name, off, sound, help)  {REDUCTION_SHORTCUT, name, help, sound, off},
#include "symex/reductions.def"
};

_Static_assert(REDUCTION_N <= 64, "reductions are bits of a number");
_Static_assert(LIMIT_N < 32, "limits are bits of a number");

const char *const reduction_limit_text[] = {
#define REDUCTION_LIMIT(ID, text) text,
#include "symex/reductions.def"
};

/* Those that the user leaves on, and that are right under the memory model. */
static uint64_t wanted(const struct symex_config *c) {
	uint64_t all = (UINT64_C(1) << (REDUCTION_N - 1) << 1) - 1;
	return all & ~c->without & model_or_sc(c->schedules.model)->reductions;
}

static unsigned limits_of_search(const struct reduction_scope *scope) {
	const struct symex_config *c = scope->config;
	const struct schedules *s = &c->schedules;
	const bool is_set[LIMIT_N] = {
	    [LIMIT_IX_CONTEXT_BOUND] = scope->context_bound != NO_BOUND,
	    [LIMIT_IX_PREEMPTION_BOUND] = scope->preemption_bound != NO_BOUND,
	    [LIMIT_IX_DECISION_BOUND] = scope->decision_bound != NO_BOUND,
	    [LIMIT_IX_DEPTH] = c->bounds.depth != NO_BOUND,
	    [LIMIT_IX_RANDOM_ORDER] = s->order == ORDER_RANDOM,
	    [LIMIT_IX_ALL_RUNS] = s->all_runs || s->count_executions,
	    [LIMIT_IX_INCREMENTAL] = s->incremental,
	    [LIMIT_IX_SHOWN] = c->vcc,
	    [LIMIT_IX_TRANSCRIPT] = c->smt2,
	    [LIMIT_IX_RACES] = s->race_check,
	    [LIMIT_IX_WEAK_RACES] = s->race_orders,
	    [LIMIT_IX_LEAKS] = c->leak_check,
	    [LIMIT_IX_LOCK_ORDER] = s->lock_order_check,
	    [LIMIT_IX_SIGNAL_SAFETY] = c->async_signal_check,
	    [LIMIT_IX_OTHER_ORDERS] = !s->order_turns && s->order_way != ORDER_BY_THEORY,
	    [LIMIT_IX_TERMINATION] = c->termination,
	    [LIMIT_IX_FOLLOWED] = c->monitor.hooks,
	    [LIMIT_IX_HANDLERS] = scope->prog && scope->prog->interrupt.function,
	    [LIMIT_IX_CLIENT] =
	        scope->prog && prog_find(scope->prog, intrinsic_name(INTRINSIC_OPERATION)),
	    [LIMIT_IX_JUMPS] = scope->prog && scope->prog->has_jumps,
	    [LIMIT_IX_PROGRESS] = c->library.progress || c->termination,
	};
	unsigned set = scope->more;
	for (unsigned i = 0; i < LIMIT_N; i++)
		set |= is_set[i] ? 1u << i : 0;
	return set;
}

bool reduction_applies(enum reduction which, const struct reduction_scope *scope) {
	return wanted(scope->config) >> which & 1 &&
	       !(reduction_table[which].off & limits_of_search(scope));
}

uint64_t reductions_applying(const struct reduction_scope *scope) {
	unsigned limits = limits_of_search(scope);
	uint64_t set = wanted(scope->config);
	for (unsigned i = 0; i < REDUCTION_N; i++)
		if (reduction_table[i].off & limits)
			set &= ~(UINT64_C(1) << i);
	return set;
}

enum reduction reduction_find(const char *name) {
	unsigned i = 0;
	while (i < REDUCTION_N && strcmp(reduction_table[i].name, name) != 0)
		i++;
	return (enum reduction)i;
}
