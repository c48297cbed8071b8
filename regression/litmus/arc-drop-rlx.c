// expect: sc=SAFE tso=SAFE pso=SAFE c11=RACE
// the decrement does not release.
// c11: only the race; the assertion holds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int c = 2;
int d;
int r0 = -1, r1 = -1, r2 = -1, r3 = -1;

static void *t0(void *p) {
	r0 = d;
	r1 = atomic_fetch_add_explicit(&c, -1, memory_order_relaxed);
	if (r1==1) {
		atomic_thread_fence(memory_order_acquire);
		d = 7;
	}
	return p;
}

static void *t1(void *p) {
	r2 = d;
	r3 = atomic_fetch_add_explicit(&c, -1, memory_order_relaxed);
	if (r3==1) {
		atomic_thread_fence(memory_order_acquire);
		d = 7;
	}
	return p;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, t0, NULL);
	pthread_create(&t[1], NULL, t1, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(!(r0==7 || r2==7));
	return 0;
}
