/* Test and test-and-set lock: waits by loads, takes by an exchange.
 *
 * LOCK=relaxed, UNLOCK=relaxed: the exchange does not synchronise with the store: a race. */
#include "counter.h"

#ifndef LOCK
#define LOCK memory_order_acquire
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int taken;

static void lock(int i) {
	(void)i;
	do
		while (atomic_load_explicit(&taken, memory_order_relaxed))
			;
	while (atomic_exchange_explicit(&taken, 1, LOCK));
}

static void unlock(int i) {
	(void)i;
	atomic_store_explicit(&taken, 0, UNLOCK);
}
