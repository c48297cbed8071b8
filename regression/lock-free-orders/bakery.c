/* Lamport's bakery.  The first fence orders "I am choosing" before the numbers of the others are
 * read, the second one the own number before the others are asked.
 *
 * SECOND=acq_rel: two threads have chosen 1, and each finds the number of the other still 0.
 * CHOSEN=relaxed: that a thread has chosen is known before its number is; the other one finds 0.
 * UNLOCK=relaxed: who finds the number 0 again does not know what was done in the section: a race. */
#include "counter.h"

#ifndef FIRST
#define FIRST memory_order_seq_cst
#endif
#ifndef SECOND
#define SECOND memory_order_seq_cst
#endif
#ifndef CHOSEN
#define CHOSEN memory_order_release
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int choosing[THREADS], number[THREADS];

static int is_before(int n, int k, int mine, int i) {
	return n && (n < mine || (n == mine && k < i));
}

static void lock(int i) {
	int mine = 1;
	atomic_store_explicit(&choosing[i], 1, memory_order_relaxed);
	atomic_thread_fence(FIRST);
	for (int k = 0; k < THREADS; k++) {
		int n = k == i ? 0 : atomic_load_explicit(&number[k], memory_order_relaxed);
		if (n >= mine)
			mine = n + 1;
	}
	atomic_store_explicit(&number[i], mine, memory_order_relaxed);
	atomic_store_explicit(&choosing[i], 0, CHOSEN);
	atomic_thread_fence(SECOND);
	for (int k = 0; k < THREADS; k++) {
		if (k == i)
			continue;
		while (atomic_load_explicit(&choosing[k], memory_order_acquire))
			;
		while (is_before(atomic_load_explicit(&number[k], memory_order_acquire), k, mine, i))
			;
	}
}

static void unlock(int i) {
	atomic_store_explicit(&number[i], 0, UNLOCK);
}
