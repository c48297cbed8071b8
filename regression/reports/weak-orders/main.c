/* A message is published by a flag: reports say which of the two orders is too weak. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif

static atomic_int data, ready;

static void *writer(void *unused) {
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	atomic_store_explicit(&ready, 1, STORE);
	return unused;
}

static void *reader(void *unused) {
	if (atomic_load_explicit(&ready, LOAD))
		assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
	return unused;
}

int main(void) {
	pthread_t a, b;
	if (pthread_create(&a, NULL, writer, NULL) || pthread_create(&b, NULL, reader, NULL))
		exit(1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
