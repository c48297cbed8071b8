/* symex/step/lock_order.h -- locks that threads take in different orders.
 *
 * Taking lock b while holding a is an edge from a to b; trying to take it is not, for that waits
 * for nobody.  A circle of edges that as many threads made along an execution is a deadlock in
 * waiting, although this execution escapes it.  Edges made under another lock in common cannot
 * meet, and make no circle.
 */
#ifndef SYMEX_STEP_LOCK_ORDER_H
#define SYMEX_STEP_LOCK_ORDER_H

#include "symex/core/state.h"

struct lock_edge {
	term from, to; /* constants */
	term when;     /* they are these two, should inputs choose the locks */
	uint32_t tid;
	const struct held *held; /* when 'to' was taken; 'from' is among them */
	enum sync_kind kind;     /* of 'to' */
	struct loc loc;          /* where it was taken */
};

/* The running thread takes 'lock', for which it had to wait if necessary, and which is not yet
 * among st->held.  false: the path ends. */
bool lock_order_taken(struct symex *, struct state *, enum sync_kind, term lock);

#endif
