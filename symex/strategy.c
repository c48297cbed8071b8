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

bool strategy_takes(const struct strategy *s, const char *option) {
	enum reduction which = reduction_find(option);
	if (which < REDUCTION_N && reduction_table[which].kind == REDUCTION_OPTION &&
	    !(s->reductions >> which & 1))
		return false;
	return !strategy_refusal(s, option);
}
