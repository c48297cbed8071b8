// expect: sc=SAFE tso=SAFE pso=SAFE c11=UNSAFE
// psc needs program order between different locations at both ends: even a store to r0 between the two loads would do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y;
int r0 = -1, r1 = -1, r2 = -1;

static void *t0(void *p) {
	atomic_store_explicit(&x, 1, memory_order_seq_cst);
	atomic_store_explicit(&y, 1, memory_order_release);
	return p;
}

static void *t1(void *p) {
	int a = -1;
	int b = -1;
	a = atomic_load_explicit(&y, memory_order_acquire);
	b = atomic_load_explicit(&y, memory_order_seq_cst);
	r0 = a;
	r1 = b;
	return p;
}

static void *t2(void *p) {
	atomic_store_explicit(&y, 3, memory_order_seq_cst);
	r2 = atomic_load_explicit(&x, memory_order_seq_cst);
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
	assert(!(r0==1 && r1==1 && r2==0 && atomic_load_explicit(&y, memory_order_relaxed)==3));
	return 0;
}
