// expect: sc=SAFE tso=SAFE pso=UNSAFE c11=RACE
// the flag is stored relaxed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int ready;

static void *t0(void *p) {
	data = 1;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return p;
}

static void *t1(void *p) {
	while (!atomic_load_explicit(&ready, memory_order_acquire))
		;
	assert(data == 1);
	return p;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, t0, NULL);
	pthread_create(&b, NULL, t1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
