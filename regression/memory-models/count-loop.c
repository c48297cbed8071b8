/* The race is found before the loop is unwound: executions are counted only after that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y;
int d;

static void *t0(void *p) {
	int v0 = -1;
	d = 1;
	return p;
}

static void *t1(void *p) {
	int v1 = -1;
	atomic_store_explicit(&x, 2, memory_order_seq_cst);
	return p;
}

static void *t2(void *p) {
	int v2 = -1;
	int v3 = -1;
	v2 = d;
	for (int i2 = 0; i2 < 2; i2++) {
		int o0 = 0;
		v3 = atomic_compare_exchange_strong_explicit(&x, &o0, 1, memory_order_relaxed, memory_order_acquire);
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
	assert(1);
	return 0;
}
