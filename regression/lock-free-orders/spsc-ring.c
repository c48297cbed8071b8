/* Ring with one producer and one consumer.
 *
 * PUT=relaxed: the consumer does not know what is in the slot: a race.
 * TAKE=relaxed: the producer does not know that the slot was read before it writes there: a race.
 * SEES=relaxed: the same as PUT, from the consumer's side. */
#include "threads.h"

#ifndef PUT
#define PUT memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_release
#endif
#ifndef SEES
#define SEES memory_order_acquire
#endif

enum { SIZE = 2, ITEMS = 3 };
static int slots[SIZE];
static atomic_int put_n, taken_n;

static void put(int value) {
	int n = atomic_load_explicit(&put_n, memory_order_relaxed);
	while (n - atomic_load_explicit(&taken_n, memory_order_acquire) == SIZE)
		;
	slots[n % SIZE] = value;
	atomic_store_explicit(&put_n, n + 1, PUT);
}

static int take(void) {
	int n = atomic_load_explicit(&taken_n, memory_order_relaxed);
	while (atomic_load_explicit(&put_n, SEES) == n)
		;
	int value = slots[n % SIZE];
	atomic_store_explicit(&taken_n, n + 1, TAKE);
	return value;
}

static void *body(void *number) {
	for (int i = 1; i <= ITEMS; i++) {
		if (*(int *)number == 0) {
			put(i);
		} else {
			int value = take();
			assert(value == i);
		}
	}
	return NULL;
}

int main(void) {
	run(body);
	return 0;
}
