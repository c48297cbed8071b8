/* solvers/rewrite/substitute.h -- a term with other terms in place of its variables. */
#ifndef SOLVERS_REWRITE_SUBSTITUTE_H
#define SOLVERS_REWRITE_SUBSTITUTE_H

#include "solvers/term/term.h"
#include "util/base/map.h"

/* One simultaneous replacement; all-zero but for the first three fields. */
struct substitution {
	struct terms *ts;
	/* What replaces the variable, of the same sort; the variable itself: it stays; NO_TERM: the
	 * replacement is not possible. */
	term (*value)(void *context, term var);
	void *context;
	uint32_t fuel;   /* operations that may still be rebuilt; 0: any number */
	bool failed;     /* 'value' returned NO_TERM, or the fuel is used up */
	struct map memo; /* term -> its replacement */
};

/* NO_TERM: it failed, now or in an earlier call. */
term substitute(struct substitution *, term);
void substitution_free(struct substitution *);

#endif
