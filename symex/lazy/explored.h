/* symex/lazy/explored.h -- keeps the nodes that are visited, for those who want to see the tree.
 *
 * All functions do nothing unless the result asks for a picture.
 */
#ifndef SYMEX_LAZY_EXPLORED_H
#define SYMEX_LAZY_EXPLORED_H

#include "symex/lazy/node.h"

/* Before 'tid' makes its step in 'st'. */
struct picture_step {
	uint32_t parent, tid;
	struct loc loc;
};
struct picture_step picture_begin(struct tree *, const struct state *st, uint32_t tid);
/* After its conditions were checked: a step without outcomes ends here, one that fails does so
 * besides its outcomes. */
void picture_end(struct tree *, const struct picture_step *, size_t outcomes);
/* The node that an outcome leads to becomes the one that is looked at. */
void picture_enter(struct tree *, const struct picture_step *, size_t outcome, struct state *);
void picture_leave(struct tree *, const struct picture_step *);

/* Of the node that is looked at. */
void picture_fail(struct tree *); /* if the last check found a failure */
void picture_seen(struct tree *);
void picture_cut(struct tree *);
void picture_close(struct tree *);

#endif
