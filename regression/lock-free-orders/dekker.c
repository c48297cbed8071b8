/* Dekker's lock.
 *
 * FENCE=acq_rel: both stores may still be on their way when the flags are loaded (store buffering):
 *   both threads find 0.
 * LOAD=relaxed: who finds the flag 0 again does not know what was done in the section: a race.
 * UNLOCK=relaxed: the same, from the other side. */
#include "counter.h"

#ifndef FENCE
#define FENCE memory_order_seq_cst
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int wants[2], turn;

static void lock(int i) {
	int other = 1 - i;
	atomic_store_explicit(&wants[i], 1, memory_order_relaxed);
	atomic_thread_fence(FENCE);
	while (atomic_load_explicit(&wants[other], LOAD)) {
		if (atomic_load_explicit(&turn, memory_order_relaxed) == i)
			continue;
		atomic_store_explicit(&wants[i], 0, memory_order_relaxed);
		while (atomic_load_explicit(&turn, memory_order_relaxed) != i)
			;
		atomic_store_explicit(&wants[i], 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_seq_cst);
	}
}

static void unlock(int i) {
	atomic_store_explicit(&turn, 1 - i, memory_order_relaxed);
	atomic_store_explicit(&wants[i], 0, UNLOCK);
}
