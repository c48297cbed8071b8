// expect: sc=SAFE tso=SAFE pso=SAFE c11=RACE
// a later store of the same thread, but a store of another thread is between the two: it ends the sequence.
// c11: the assertion may fail as well
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int y;
int d;
int r0 = -1, r1 = -1;

static void *t0(void *p) {
	d = 1;
	atomic_store_explicit(&y, 1, memory_order_release);
	atomic_store_explicit(&y, 3, memory_order_relaxed);
	return p;
}

static void *t1(void *p) {
	atomic_store_explicit(&y, 2, memory_order_relaxed);
	return p;
}

static void *t2(void *p) {
	r0 = atomic_load_explicit(&y, memory_order_acquire);
	if (r0==3) {
		r1 = d;
	}
	return p;
}

int main(void) {
	pthread_t t[3];
	pthread_create(&t[0], NULL, t0, NULL);
	pthread_create(&t[1], NULL, t1, NULL);
	pthread_create(&t[2], NULL, t2, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[2], NULL);
	assert(!(r0==3 && r1==0));
	return 0;
}
