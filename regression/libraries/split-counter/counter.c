/* A counter of which each thread has a cell; who reads it adds them.  While cells are incremented
 * only, by one, each sum was the number at some time during the read.  That ends with
 * counter_decrement (down.api): the read may see a decrement and miss an increment before.
 * Mistake: ONE_CELL: all threads write the same cell, as if it were their own. */
#include "counter.h"

#ifdef ONE_CELL
#define CELL(thread) 0
#else
#define CELL(thread) ((thread) % COUNTER_CELLS)
#endif

void counter_init(struct counter *counter) {
	for (int i = 0; i < COUNTER_CELLS; i++)
		atomic_init(&counter->cells[i], 0);
}

static void add(struct counter *counter, int thread, int amount) {
	atomic_int *cell = &counter->cells[CELL(thread)];
	int old = atomic_load_explicit(cell, memory_order_relaxed);
	atomic_store_explicit(cell, old + amount, memory_order_release);
}

void counter_increment(struct counter *counter, int thread) {
	add(counter, thread, 1);
}

void counter_decrement(struct counter *counter, int thread) {
	add(counter, thread, -1);
}

int counter_read(struct counter *counter) {
	int sum = 0;
	for (int i = 0; i < COUNTER_CELLS; i++)
		sum += atomic_load_explicit(&counter->cells[i], memory_order_acquire);
	return sum;
}
