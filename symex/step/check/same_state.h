/* symex/step/check/same_state.h -- has an execution come back to an earlier state?
 *
 * Two states are the same if the live registers of their threads and all memory are.  Objects
 * allocated between the two do not count, since a pointer would differ if they were reachable.
 */
#ifndef SYMEX_STEP_CHECK_SAME_STATE_H
#define SYMEX_STEP_CHECK_SAME_STATE_H

#include "symex/core/state.h"

struct earlier {
	struct state state; /* a fork */
	size_t nobjects;    /* that existed */
};

void same_remember(struct symex *, const struct state *, struct earlier *);
/* The running thread and memory. */
bool same_state(struct symex *, const struct earlier *, const struct state *now);
/* All threads and memory; the same one runs. */
bool same_threads(struct symex *, const struct earlier *, const struct state *now);
/* The same, whichever thread runs, and up to the names of objects that were made since then and
 * take the place of others.  Concrete executions only. */
bool same_but_names(struct symex *, const struct earlier *, const struct state *now);

#endif
