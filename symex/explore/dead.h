/* symex/explore/dead.h -- registers that are never read again. */
#ifndef SYMEX_EXPLORE_DEAD_H
#define SYMEX_EXPLORE_DEAD_H

#include "goto/passes.h"
#include "symex/core/state.h"

/* Forgets those of the running thread.  live NULL: does nothing. */
void dead_forget(struct symex *, struct live *live, struct state *);

#endif
