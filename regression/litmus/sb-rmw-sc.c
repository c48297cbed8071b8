// expect: sc=SAFE tso=SAFE pso=SAFE c11=SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y;
int r0 = -1, r1 = -1, r2 = -1, r3 = -1;

static void *t0(void *p) {
	r2 = atomic_exchange_explicit(&x, 1, memory_order_seq_cst);
	r0 = atomic_load_explicit(&y, memory_order_seq_cst);
	return p;
}

static void *t1(void *p) {
	r3 = atomic_exchange_explicit(&y, 1, memory_order_seq_cst);
	r1 = atomic_load_explicit(&x, memory_order_seq_cst);
	return p;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, t0, NULL);
	pthread_create(&t[1], NULL, t1, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(!(r0==0 && r1==0));
	return 0;
}
