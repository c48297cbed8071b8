// expect: sc=SAFE tso=SAFE pso=SAFE c11=SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int a, b, t;
int d;
int r0 = -1, r1 = -1, r2 = -1, r3 = -1;

static void *t0(void *p) {
	atomic_store_explicit(&a, 1, memory_order_seq_cst);
	atomic_store_explicit(&t, 1, memory_order_seq_cst);
	r0 = atomic_load_explicit(&b, memory_order_seq_cst);
	r1 = atomic_load_explicit(&t, memory_order_seq_cst);
	if (r0==0 || r1==0) {
		d = 1;
	}
	return p;
}

static void *t1(void *p) {
	atomic_store_explicit(&b, 1, memory_order_seq_cst);
	atomic_store_explicit(&t, 0, memory_order_seq_cst);
	r2 = atomic_load_explicit(&a, memory_order_seq_cst);
	r3 = atomic_load_explicit(&t, memory_order_seq_cst);
	if (r2==0 || r3==1) {
		d = 2;
	}
	return p;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, t0, NULL);
	pthread_create(&t[1], NULL, t1, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(!((r0==0 || r1==0) && (r2==0 || r3==1)));
	return 0;
}
