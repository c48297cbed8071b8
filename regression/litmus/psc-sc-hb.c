// expect: sc=SAFE tso=SAFE pso=SAFE c11=UNSAFE
// happens-before from a seq_cst store to a seq_cst load is not enough for psc if it does not begin with program order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y;
int r0 = -1, r1 = -1, r2 = -1;

static void *t0(void *p) {
	atomic_store_explicit(&x, 1, memory_order_seq_cst);
	return p;
}

static void *t1(void *p) {
	r0 = atomic_load_explicit(&x, memory_order_acquire);
	r1 = atomic_load_explicit(&y, memory_order_seq_cst);
	return p;
}

static void *t2(void *p) {
	atomic_store_explicit(&y, 1, memory_order_seq_cst);
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
	assert(!(r0==1 && r1==0 && r2==0));
	return 0;
}
