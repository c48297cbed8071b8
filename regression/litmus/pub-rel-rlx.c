// expect: sc=SAFE tso=SAFE pso=SAFE c11=RACE
// c11: apart from the race, the assertion fails, too.
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
	return p;
}

static void *t1(void *p) {
	r0 = atomic_load_explicit(&y, memory_order_relaxed);
	if (r0==1) {
		r1 = d;
	}
	return p;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, t0, NULL);
	pthread_create(&t[1], NULL, t1, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(!(r0==1 && r1==0));
	return 0;
}
