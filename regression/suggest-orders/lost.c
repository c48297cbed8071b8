/* A load and a store instead of one read-modify-write: no order repairs that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void *add(void *p) {
#ifdef RIGHT
	atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
#else
	int n = atomic_load_explicit(&count, memory_order_relaxed);
	atomic_store_explicit(&count, n + 1, memory_order_relaxed);
#endif
	return p;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, add, NULL);
	pthread_create(&t, NULL, add, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(count == 2);
	return 0;
}
