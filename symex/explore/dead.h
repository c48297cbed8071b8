/* symex/explore/dead.h -- removes dead registers: those that are never read again. */
#ifndef SYMEX_EXPLORE_DEAD_H
#define SYMEX_EXPLORE_DEAD_H

#include "goto/analysis/live.h"
#include "symex/core/state.h"

/* Clears the dead registers of the running thread, so that states that differ only in them are
 * equal. live NULL: does nothing. */
void dead_forget(struct symex *, struct live *live, struct state *);

#endif
