#include "symex/reduction.h"

#include "symex/config.h"

const struct reduction_info reduction_table[] = {
#define REDUCTION(ID, field, name, off, help) {name, help, off},
#include "symex/reductions.def"
};

const char *const reduction_limit_option[] = {
#define REDUCTION_LIMIT(ID, option) option,
#include "symex/reductions.def"
};

static bool is_on(enum reduction which, const struct schedules *s) {
	const bool on[] = {
#define REDUCTION(ID, field, name, off, help) s->field,
#include "symex/reductions.def"
	};
	return on[which];
}

static unsigned limits(const struct symex_config *config, uint32_t preemption_bound,
                       uint32_t decision_bound) {
	unsigned set = 0;
	if (preemption_bound != NO_BOUND)
		set |= LIMIT_PREEMPTION_BOUND;
	if (decision_bound != NO_BOUND)
		set |= LIMIT_DECISION_BOUND;
	if (config->bounds.depth != NO_BOUND)
		set |= LIMIT_DEPTH;
	if (config->schedules.order == ORDER_RANDOM)
		set |= LIMIT_RANDOM_ORDER;
	return set;
}

bool reduction_applies(enum reduction which, const struct symex_config *config,
                       uint32_t preemption_bound, uint32_t decision_bound) {
	return is_on(which, &config->schedules) &&
	       !(reduction_table[which].off & limits(config, preemption_bound, decision_bound));
}
