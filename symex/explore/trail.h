/* symex/explore/trail.h -- undoes what a step adds to the execution, on backtracking. */
#ifndef SYMEX_EXPLORE_TRAIL_H
#define SYMEX_EXPLORE_TRAIL_H

#include "symex/core/execution.h"

struct trail {
	struct arena_mark arena;
	size_t nassumed, nvcs, ncuts, nchoices, nexposed, nlog, nserials;
	uint32_t tid, serial;
};

/* Before a step of thread 'tid'. */
struct trail trail_mark(const struct symex *, uint32_t tid);
/* Restores the execution as it was at the mark.  States created since are invalid. */
void trail_undo(struct symex *, const struct trail *);

/* Removes what all steps have added; objects and the memory of states stay. */
void trail_forget(struct symex *);

#endif
