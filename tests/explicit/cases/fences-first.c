// Store buffering with relaxed accesses and fences: nothing keeps one from being first.
// expect: assertion 24 contexts 0 preemptions 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int seen_x, seen_y;

static void *other(void *argument) {
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	seen_x = atomic_load_explicit(&x, memory_order_relaxed);
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, other, NULL);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	__asm__ volatile("mfence" ::: "memory");
	seen_y = atomic_load_explicit(&y, memory_order_relaxed);
	pthread_join(t, NULL);
	assert(seen_x && seen_y);
}
