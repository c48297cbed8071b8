/* Data that a flag publishes: the store of the flag must release.  Under sequential consistency it
 * does so whatever its order is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE memory_order_release
#endif

static int data;
static atomic_int ready;

static void *writer(void *unused) {
	data = 42;
	atomic_store_explicit(&ready, 1, STORE);
	return unused;
}

static void *reader(void *unused) {
	if (atomic_load_explicit(&ready, memory_order_acquire))
		assert(data == 42);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}
