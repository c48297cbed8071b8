// expect: sc=SAFE tso=SAFE pso=SAFE c11=RACE
// the load of lock does not acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_uint next, serving;
int count;

static void lock(void) {
	unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
	while (atomic_load_explicit(&serving, memory_order_relaxed) != mine)
		;
}

static void unlock(void) {
	unsigned mine = atomic_load_explicit(&serving, memory_order_relaxed);
	atomic_store_explicit(&serving, mine + 1, memory_order_release);
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
