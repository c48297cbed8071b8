#include "symex/strategy.h"

#include <string.h>

#include "symex/reduction.h"

const struct strategy *const strategy_table[] = {
#define STRATEGY(name) &strategy_##name,
#include "symex/strategies.def"
    NULL,
};

const struct strategy *strategy_find(const char *name) {
	for (size_t i = 0; strategy_table[i]; i++)
		if (!strcmp(strategy_table[i]->name, name))
			return strategy_table[i];
	return NULL;
}

const struct refusal *strategy_refusal(const struct strategy *s, const char *option) {
	for (const struct refusal *r = s->refuses; r && r->option; r++)
		if (!strcmp(r->option, option))
			return r;
	return NULL;
}

bool strategy_allows(const struct strategy *s, const char *option) {
	enum reduction which = reduction_find(option);
	if (which < REDUCTION_N && reduction_table[which].kind == REDUCTION_OF_SEARCH &&
	    !(s->reductions >> which & 1))
		return false;
	return !strategy_refusal(s, option);
}

/* Options about what only some strategies do, and where an entry says that it does. */
static const struct {
	const char *option;
	size_t does; /* offset of a bool */
} special[] = {
    {"inputs", offsetof(struct strategy, makes_runs)},
    {"schedule-seed", offsetof(struct strategy, makes_runs)},
    {"save-trace", offsetof(struct strategy, makes_runs)},
    {"runs", offsetof(struct strategy, makes_runs)},
    {"causal", offsetof(struct strategy, makes_runs)},
    {"lcov", offsetof(struct strategy, makes_runs)},
    {"order", offsetof(struct strategy, finds_order)},
    {"count-executions", offsetof(struct strategy, counts)},
    {"mpc-strategy", offsetof(struct strategy, lists_paths)},
    {"share", offsetof(struct strategy, lists_paths)},
    {"jobs", offsetof(struct strategy, lists_paths)},
    {"save", offsetof(struct strategy, saves)},
    {"resume", offsetof(struct strategy, saves)},
};

bool strategy_takes(const struct strategy *s, const char *option) {
	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if (!strcmp(special[i].option, option) &&
		    !*(const bool *)((const char *)s + special[i].does))
			return false;
	return strategy_allows(s, option);
}
