/* A store may wait in the buffer while a later load reads memory: both threads may read 0.  A fence
 * between the two waits for the buffer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, y;
static int a, b;

static void *one(void *unused) {
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_thread_fence(FENCE);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *two(void *unused) {
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_thread_fence(FENCE);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, one, 0);
	pthread_create(&t, 0, two, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}
