// One signal for two who wait, and it wakes b: main stops, a waits, b waits, main signals and waits
// for a, b ends.
// expect: deadlock global contexts 2 preemptions 1
#include <assert.h>
#include <pthread.h>

int ready, x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *wait(void *argument) {
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	assert(x == 1);
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, wait, NULL);
	pthread_create(&b, NULL, wait, NULL);
	pthread_mutex_lock(&m);
	x = 1;
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
