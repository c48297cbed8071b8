/* Ticket lock: the tickets may be drawn with any order, the turn hands over the section.
 *
 * LOCK=relaxed, UNLOCK=relaxed: the turn does not synchronise: a race. */
#include "counter.h"

#ifndef LOCK
#define LOCK memory_order_acquire
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int tickets, turn;

static void lock(int i) {
	(void)i;
	int mine = atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed);
	while (atomic_load_explicit(&turn, LOCK) != mine)
		;
}

static void unlock(int i) {
	(void)i;
	int mine = atomic_load_explicit(&turn, memory_order_relaxed);
	atomic_store_explicit(&turn, mine + 1, UNLOCK);
}
