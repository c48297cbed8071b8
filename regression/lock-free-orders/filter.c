/* Peterson's lock for several threads: on each level the last one that came waits until nobody else
 * is there or further.
 *
 * EXCHANGE=relaxed: the last one does not find the levels that those before it have stored.
 * UNLOCK=relaxed: who finds level 0 again does not know what was done in the section: a race. */
#include "counter.h"

#ifndef EXCHANGE
#define EXCHANGE memory_order_acq_rel
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int level[THREADS], last[THREADS];

static void lock(int i) {
	for (int at = 1; at < THREADS; at++) {
		atomic_store_explicit(&level[i], at, memory_order_relaxed);
		atomic_exchange_explicit(&last[at], i, EXCHANGE);
		for (int k = 0; k < THREADS; k++)
			while (k != i && atomic_load_explicit(&level[k], memory_order_acquire) >= at &&
			       atomic_load_explicit(&last[at], memory_order_relaxed) == i)
				;
	}
}

static void unlock(int i) {
	atomic_store_explicit(&level[i], 0, UNLOCK);
}
