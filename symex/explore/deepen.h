/* symex/explore/deepen.h -- iterative deepening of the loop bound, in iterations. */
#ifndef SYMEX_EXPLORE_DEEPEN_H
#define SYMEX_EXPLORE_DEEPEN_H

#include "symex/core/execution.h"

struct deepening {
	uint32_t unwind;              /* bound of iterations in which a condition is not constant */
	uint64_t constant_iterations; /* budget of iterations of a loop over constants */
	uint32_t until;               /* below --unwind: the deepest unwinding before it */
};

/* The first iteration, with this budget unless the user bounds loops. */
struct deepening deepen_first(const struct symex *, uint64_t constant_iterations);
/* The same, but an --unwind of at least so much is reached by smaller unwindings, up to 'until':
 * few programs need all the iterations that the user allows, and a formula with all of them is
 * larger than any that the search without a bound makes. */
struct deepening deepen_below(struct symex *, uint64_t constant_iterations, uint32_t least,
                              uint32_t until);
/* Sets the bounds of the execution to those of this iteration. */
void deepen_begin(struct symex *, const struct deepening *);
/* The bounds of the next iteration; false: the user does not allow it. */
bool deepen_further(const struct symex *, struct deepening *);
/* More iterations of loops over constants only. */
void deepen_constants(struct deepening *);
/* The next iteration, after one that cut x->too_short.  false: there is none, and a gap is
 * recorded. */
bool deepen_next(struct symex *, struct deepening *);
/* After the last iteration of deepen_below. */
void deepen_end(struct symex *);

#endif
