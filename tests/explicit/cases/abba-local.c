// Main never stops, so only the cycle is a deadlock.
// expect: deadlock local contexts 2 preemptions 2
#include <pthread.h>
#include <stdatomic.h>

_Atomic int c;

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *argument) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n);
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return argument;
}

static void *second(void *argument) {
	pthread_mutex_lock(&n);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&n);
	return argument;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	while (1)
		c = !c;
}
