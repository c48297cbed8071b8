/* Each thread stores, and looks whether the other one has: under tso both stores may wait in
 * buffers meanwhile, under c11 nothing orders store and load. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static atomic_int mine, yours;
static int found, seen;

static void *you(void *unused) {
	atomic_store_explicit(&yours, 1, ORDER);
	seen = atomic_load_explicit(&mine, ORDER);
	return unused;
}

static void *me(void *unused) {
	atomic_store_explicit(&mine, 1, ORDER);
	found = atomic_load_explicit(&yours, ORDER);
	return unused;
}

int main(void) {
	pthread_t a, b;
	if (pthread_create(&a, NULL, you, NULL) || pthread_create(&b, NULL, me, NULL))
		exit(1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(found || seen);
	return 0;
}
