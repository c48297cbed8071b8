/* Read-write lock in one word: how many read, or -1.
 *
 * READ_UNLOCK=relaxed: the writer does not know that the reads are over: a race.
 * READ_LOCK=relaxed, WRITE_UNLOCK=relaxed: a reader does not know what was written: a race. */
#include "threads.h"

#ifndef READ_LOCK
#define READ_LOCK memory_order_acquire
#endif
#ifndef READ_UNLOCK
#define READ_UNLOCK memory_order_release
#endif
#ifndef WRITE_UNLOCK
#define WRITE_UNLOCK memory_order_release
#endif

static atomic_int state;
static int x, y;

static void read_lock(void) {
	int old;
	do
		while ((old = atomic_load_explicit(&state, memory_order_relaxed)) < 0)
			;
	while (!atomic_compare_exchange_strong_explicit(&state, &old, old + 1, READ_LOCK,
	                                                memory_order_relaxed));
}

static void read_unlock(void) {
	atomic_fetch_sub_explicit(&state, 1, READ_UNLOCK);
}

static void write_lock(void) {
	int none;
	do
		none = 0;
	while (!atomic_compare_exchange_strong_explicit(&state, &none, -1, memory_order_acquire,
	                                                memory_order_relaxed));
}

static void write_unlock(void) {
	atomic_store_explicit(&state, 0, WRITE_UNLOCK);
}

static void *body(void *number) {
	if (*(int *)number == 0) {
		write_lock();
		x++;
		y++;
		write_unlock();
	} else {
		read_lock();
		assert(x == y);
		read_unlock();
	}
	return NULL;
}

int main(void) {
	run(body);
	return 0;
}
