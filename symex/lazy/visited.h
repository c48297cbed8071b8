/* symex/lazy/visited.h -- asks the cache and the summaries whether a node was visited before. */
#ifndef SYMEX_LAZY_VISITED_H
#define SYMEX_LAZY_VISITED_H

#include "symex/lazy/subtree_outcome.h"

struct visited_entry { /* of the cache and the summaries; visit or control 0: none */
	uint32_t state, visit, control;
	struct visit begun;      /* in the names of the key */
	struct visit summarised; /* in its own names */
};

/* Was the state visited before?  Otherwise *entry is the visit that begins; visited_finish ends it.
 */
bool visited_find(struct tree *, struct state *, const struct path *, struct visited_entry *,
                  struct subtree_outcome *);
/* The visit of a node at this depth has ended.  Without a visit, only the outcome is completed. */
void visited_finish(struct tree *, struct visited_entry *, uint32_t depth,
                    struct subtree_outcome *);

#endif
