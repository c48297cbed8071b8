/* symex/lazy/explored.h -- records the visited nodes, for the tree that --dot draws.
 *
 * The functions do nothing unless the result has a tree to be filled (result/explored.h).
 */
#ifndef SYMEX_LAZY_EXPLORED_H
#define SYMEX_LAZY_EXPLORED_H

#include "symex/lazy/node.h"

struct explored_edge { /* a step */
	uint32_t parent, tid;
	struct loc loc;
};
/* Before 'tid' executes its step in 'st'. */
struct explored_edge explored_begin(struct tree *, const struct state *st, uint32_t tid);
/* After the checks of the step.  If it has no outcomes, it ends in a leaf; if a check failed, in a
 * leaf besides its outcomes. */
void explored_end(struct tree *, const struct explored_edge *, size_t outcomes);
/* The node of an outcome becomes the current one; its parent becomes the current one again. */
void explored_enter(struct tree *, const struct explored_edge *, size_t outcome, struct state *);
void explored_leave(struct tree *, const struct explored_edge *);

/* Of the current node. */
void explored_fail(struct tree *); /* if the last check found a violation */
void explored_seen(struct tree *); /* its state was visited before */
void explored_cut(struct tree *);  /* a bound excluded a choice */

void explored_close(struct tree *);

#endif
