/* A structure of two integers is one atomic object, which publishes what was written before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct range { int lo, hi; };
static _Atomic struct range r;
static int log_lo;

static void *set(void *a) {
	log_lo = 5;
	struct range n = { 5, 9 };
	atomic_store_explicit(&r, n, PUBLISH);
	return a;
}

static void *get(void *a) {
	struct range v = atomic_load_explicit(&r, memory_order_acquire);
	assert(v.lo <= v.hi);
	if (v.lo)
		assert(log_lo == v.lo);
	return a;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, set, 0);
	pthread_create(&u, 0, get, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
