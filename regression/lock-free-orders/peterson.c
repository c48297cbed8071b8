/* Peterson's lock.  The flags may be weak since the exchanges of 'turn' read from each other: who is
 * second has acquired what the first one released, so it finds the other's flag.
 *
 * EXCHANGE=acquire: the first one does not release its flag, the second one finds the old flag, 0,
 *   and both are in the section.
 * EXCHANGE=release: the second one does not acquire it; the same.
 * UNLOCK=relaxed: who finds the flag 0 again does not know what was done in the section: a race. */
#include "counter.h"

#ifndef EXCHANGE
#define EXCHANGE memory_order_acq_rel
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int wants[2], turn;

static void lock(int i) {
	int other = 1 - i;
	atomic_store_explicit(&wants[i], 1, memory_order_relaxed);
	atomic_exchange_explicit(&turn, other, EXCHANGE);
	while (atomic_load_explicit(&wants[other], memory_order_acquire) &&
	       atomic_load_explicit(&turn, memory_order_relaxed) == other)
		;
}

static void unlock(int i) {
	atomic_store_explicit(&wants[i], 0, UNLOCK);
}
