/* The barrier in front of a release store also keeps stores before it before those after it, and
 * a release fence is one; it orders stores only, a later load passes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, y, z;

static void *writer(void *unused) {
	atomic_store_explicit(&x, 1, memory_order_relaxed);
#if WHAT == 0
	atomic_store_explicit(&z, 1, memory_order_relaxed);
#elif WHAT == 1
	atomic_store_explicit(&z, 1, memory_order_release);
#else
	atomic_thread_fence(memory_order_release);
#endif
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (atomic_load_explicit(&y, memory_order_relaxed))
		assert(atomic_load_explicit(&x, memory_order_relaxed));
	pthread_join(t, 0);
	return 0;
}
