// expect: sc=SAFE tso=SAFE pso=SAFE c11=SAFE
// test, then test-and-set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int l;
int count;

static void lock(void) {
	do {
		while (atomic_load_explicit(&l, memory_order_relaxed))
			;
	} while (atomic_exchange_explicit(&l, 1, memory_order_acquire));
}

static void unlock(void) {
	atomic_store_explicit(&l, 0, memory_order_release);
}

static void *t0(void *p) {
	lock();
	count++;
	unlock();
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, t0, NULL);
	pthread_create(&b, NULL, t0, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(count == 2);
	return 0;
}
