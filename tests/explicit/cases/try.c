// Whoever comes second finds the mutex taken, or not.
// expect: assertion 10 contexts 1 preemptions 1
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *try(void *argument) {
	int busy = pthread_mutex_trylock(&m) != 0;
	assert(!busy);
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t a;
	pthread_mutex_lock(&m);
	pthread_create(&a, NULL, try, NULL);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return 0;
}
