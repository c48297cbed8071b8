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
static int seen, found;

static void *you(void *unused) {
	atomic_store_explicit(&yours, 1, ORDER);
	seen = atomic_load_explicit(&mine, ORDER);
	return unused;
}

int main(void) {
	pthread_t t;
	if (pthread_create(&t, NULL, you, NULL))
		exit(1);
	atomic_store_explicit(&mine, 1, ORDER);
	found = atomic_load_explicit(&yours, ORDER);
	pthread_join(t, NULL);
	assert(found || seen);
	return 0;
}
