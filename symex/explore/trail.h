/* symex/explore/trail.h -- what a step adds to the execution, and how it is taken back. */
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
/* Back to that moment.  States made since are gone. */
void trail_undo(struct symex *, const struct trail *);

/* Back to the beginning, but objects and what states are made of stay. */
void trail_forget(struct symex *);

#endif
