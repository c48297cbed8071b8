// The initialisation of an atomic object is no atomic access.
// expect: race x contexts 1 preemptions 1
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *load(void *argument) {
	atomic_load(&x);
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, load, NULL);
	atomic_init(&x, 1);
	return 0;
}
