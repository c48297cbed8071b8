/* Ring for several producers and consumers, each slot with the number of its next use (Vyukov).
 * Thread 0 takes what the others put; with ITEMS=3 a slot is used again.
 *
 * FILLED=relaxed: who takes does not know what is in the slot: a race.
 * EMPTIED=relaxed: who puts next does not know that the slot was read: a race. */
#include "threads.h"

#ifndef FILLED
#define FILLED memory_order_release
#endif
#ifndef EMPTIED
#define EMPTIED memory_order_release
#endif
#ifndef ITEMS
#define ITEMS 1
#endif

enum { SIZE = 2 };
struct slot {
	atomic_int turn;
	int value;
};
static struct slot slots[SIZE];
static atomic_int put_n, taken_n;

static void put(int value) {
	int n = atomic_load_explicit(&put_n, memory_order_relaxed);
	for (;;) {
		struct slot *s = &slots[n % SIZE];
		if (atomic_load_explicit(&s->turn, memory_order_acquire) != n) {
			n = atomic_load_explicit(&put_n, memory_order_relaxed);
		} else if (atomic_compare_exchange_strong_explicit(
		               &put_n, &n, n + 1, memory_order_relaxed, memory_order_relaxed)) {
			s->value = value;
			atomic_store_explicit(&s->turn, n + 1, FILLED);
			return;
		}
	}
}

static int take(void) {
	int n = atomic_load_explicit(&taken_n, memory_order_relaxed);
	for (;;) {
		struct slot *s = &slots[n % SIZE];
		if (atomic_load_explicit(&s->turn, memory_order_acquire) != n + 1) {
			n = atomic_load_explicit(&taken_n, memory_order_relaxed);
		} else if (atomic_compare_exchange_strong_explicit(
		               &taken_n, &n, n + 1, memory_order_relaxed, memory_order_relaxed)) {
			int value = s->value;
			atomic_store_explicit(&s->turn, n + SIZE, EMPTIED);
			return value;
		}
	}
}

static void *body(void *number) {
	int i = *(int *)number, sum = 0;
	if (i == 0) {
		for (int k = 0; k < ITEMS * (THREADS - 1); k++)
			sum += take();
		assert(sum == ITEMS * THREADS * (THREADS - 1) / 2);
	} else {
		for (int k = 0; k < ITEMS; k++)
			put(i);
	}
	return NULL;
}

int main(void) {
	for (int i = 0; i < SIZE; i++)
		atomic_init(&slots[i].turn, i);
	run(body);
	return 0;
}
