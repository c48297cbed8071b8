/* Queue lock of Craig, Landin and Hagersten: each thread waits at the node of the one before it.
 *
 * ENQUEUE=acquire: the node that was enqueued may look as it was before, not taken.
 * WAIT=relaxed, UNLOCK=relaxed: the next one does not know what was done in the section: a race. */
#include "counter.h"

#ifndef ENQUEUE
#define ENQUEUE memory_order_acq_rel
#endif
#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

struct node {
	atomic_int taken;
};
static struct node nodes[THREADS], first;
static _Atomic(struct node *) tail = &first;

static void lock(int i) {
	atomic_store_explicit(&nodes[i].taken, 1, memory_order_relaxed);
	struct node *before = atomic_exchange_explicit(&tail, &nodes[i], ENQUEUE);
	while (atomic_load_explicit(&before->taken, WAIT))
		;
}

static void unlock(int i) {
	atomic_store_explicit(&nodes[i].taken, 0, UNLOCK);
}
