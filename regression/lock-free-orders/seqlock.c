/* Sequence lock: thread 0 writes, the others read.  An odd number: a writer is at work.
 *
 * WRITE_FENCE=relaxed: new data may be read though the number is still the old one.
 * WRITE_END=relaxed: the new number may be read and the data be old.
 * READ_BEGIN=relaxed: the same.
 * READ_FENCE=relaxed: new data was read, but not the odd number that was stored before it. */
#include "threads.h"

#ifndef WRITE_FENCE
#define WRITE_FENCE memory_order_release
#endif
#ifndef WRITE_END
#define WRITE_END memory_order_release
#endif
#ifndef READ_BEGIN
#define READ_BEGIN memory_order_acquire
#endif
#ifndef READ_FENCE
#define READ_FENCE memory_order_acquire
#endif

static atomic_int number_of_writes, x, y;

static void write_both(int value) {
	int n = atomic_load_explicit(&number_of_writes, memory_order_relaxed);
	atomic_store_explicit(&number_of_writes, n + 1, memory_order_relaxed);
	atomic_thread_fence(WRITE_FENCE);
	atomic_store_explicit(&x, value, memory_order_relaxed);
	atomic_store_explicit(&y, value, memory_order_relaxed);
	atomic_store_explicit(&number_of_writes, n + 2, WRITE_END);
}

static void read_both(int *a, int *b) {
	int before, after;
	do {
		before = atomic_load_explicit(&number_of_writes, READ_BEGIN);
		*a = atomic_load_explicit(&x, memory_order_relaxed);
		*b = atomic_load_explicit(&y, memory_order_relaxed);
		atomic_thread_fence(READ_FENCE);
		after = atomic_load_explicit(&number_of_writes, memory_order_relaxed);
	} while (before % 2 || before != after);
}

static void *body(void *number) {
	if (*(int *)number == 0) {
		write_both(1);
	} else {
		int a, b;
		read_both(&a, &b);
		assert(a == b);
	}
	return NULL;
}

int main(void) {
	run(body);
	return 0;
}
