/* symex/step/check/lock_order.h -- lock-order cycles: locks that threads acquire in different
 * orders.
 *
 * Acquiring lock b while holding a is an edge from a to b; a trylock makes no edge, since it does
 * not wait.  A cycle of edges made by different threads in one execution is a potential deadlock,
 * although this execution does not run into it.  Two edges made under a further common lock (a gate
 * lock) cannot be waited at together, and are in no cycle.
 */
#ifndef SYMEX_STEP_CHECK_LOCK_ORDER_H
#define SYMEX_STEP_CHECK_LOCK_ORDER_H

#include "symex/core/state.h"

struct lock_edge {
	term from, to; /* constants */
	term when;     /* condition under which the locks are these two, if inputs select them */
	uint32_t tid;
	const struct held *held; /* locks held when 'to' was acquired, 'from' included */
	enum sync_kind kind;     /* of 'to' */
	struct loc loc;          /* source position of the acquisition of 'to' */
};

/* The running thread acquires 'lock' by an operation that waits; 'lock' is not yet in st->held.
 * false: the path ends. */
bool lock_order_taken(struct symex *, struct state *, enum sync_kind, term lock);

#endif
