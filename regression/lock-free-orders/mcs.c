/* Queue lock of Mellor-Crummey and Scott: each thread waits at its own node.
 *
 * HANDOVER=relaxed: the next one does not know what was done in the section: a race.
 * ENQUEUE=release: who finds the queue empty does not know what was done in the section: a race.
 * LEAVE=relaxed: the same, from the other side.
 * (ENQUEUE=acquire never ends instead: the clearing of 'next' may come after the link.) */
#include "counter.h"

#ifndef ENQUEUE
#define ENQUEUE memory_order_acq_rel
#endif
#ifndef HANDOVER
#define HANDOVER memory_order_release
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

struct node {
	_Atomic(struct node *) next;
	atomic_int waits;
};
static struct node nodes[THREADS];
static _Atomic(struct node *) tail;

static void lock(int i) {
	struct node *me = &nodes[i];
	atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
	atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
	struct node *before = atomic_exchange_explicit(&tail, me, ENQUEUE);
	if (!before)
		return;
	atomic_store_explicit(&before->next, me, memory_order_release);
	while (atomic_load_explicit(&me->waits, memory_order_acquire))
		;
}

static void unlock(int i) {
	struct node *me = &nodes[i];
	struct node *after = atomic_load_explicit(&me->next, memory_order_acquire);
	if (!after) {
		struct node *alone = me;
		if (atomic_compare_exchange_strong_explicit(&tail, &alone, NULL, LEAVE,
		                                            memory_order_relaxed))
			return;
		while (!(after = atomic_load_explicit(&me->next, memory_order_acquire)))
			;
	}
	atomic_store_explicit(&after->waits, 0, HANDOVER);
}
