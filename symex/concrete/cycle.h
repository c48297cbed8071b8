/* symex/concrete/cycle.h -- runs that come back to an earlier state, and would go on for ever.
 *
 * A thread that waits in a loop for others reads the same values again and again: nothing new
 * happens in its turn, and none of that is worth a branch of a formula.  One earlier state is kept,
 * and replaced after 1, 2, 4, 8, ... points, so that a cycle is found within a few times its
 * length.
 */
#ifndef SYMEX_CONCRETE_CYCLE_H
#define SYMEX_CONCRETE_CYCLE_H

#include "symex/step/check/same_state.h"

struct run_cycle { /* all zero: no point so far */
	struct earlier then;
	uint64_t points;
};

/* The run is at a point: is its state the one that was kept? */
bool cycle_closes(struct symex *, struct run_cycle *, const struct state *);

#endif
