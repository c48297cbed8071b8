/* symex/memory/merge.h -- two states become one. */
#ifndef SYMEX_MEMORY_MERGE_H
#define SYMEX_MEMORY_MERGE_H

#include "symex/core/state.h"

/* Merges two states at a join point; differing values become if-then-else terms.  Requires the same
 * frame and pc. */
void state_merge(struct symex *, struct state *into, const struct state *other);

/* The two parts of a merge: what the running thread owns, and what all threads share.  Where 'mine'
 * holds, the values are those of 'into'. */
void state_join_own(struct symex *, struct state *into, const struct state *other, term mine);
void state_join_shared(struct symex *, struct state *into, const struct state *other, term mine);

#endif
