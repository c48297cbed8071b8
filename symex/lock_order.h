/* symex/lock_order.h -- locks that threads take in different orders.
 *
 * Taking lock b while holding a is an edge from a to b.  A circle of edges that more than one
 * thread made along an execution is a deadlock in waiting, although this execution escapes it.  Two
 * edges made under a third lock in common cannot meet, and do not count.
 */
#ifndef SYMEX_LOCK_ORDER_H
#define SYMEX_LOCK_ORDER_H

#include "symex/state.h"

struct lock_edge {
	term from, to;
	uint32_t tid;
	const struct held *held; /* when 'to' was taken; 'from' is among them */
	const char *what;        /* 'to' is: "mutex" */
	struct loc loc;          /* where it was taken */
};

/* The running thread takes 'lock', which is not yet among st->held.  false: the path ends. */
bool lock_order_taken(struct symex *, struct state *, const char *what, term lock);

#endif
