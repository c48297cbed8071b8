/* Initialisation with nobody, use before it, destruction while a thread waits. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t b;

static void *run(void *argument) {
	pthread_barrier_wait(&b);
	return NULL;
}

int main(void) {
	pthread_t t;
	assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
	if (INIT)
		pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t, NULL, run, NULL);
	if (ARRIVE)
		pthread_barrier_wait(&b);
	if (DESTROY)
		pthread_barrier_destroy(&b);
}
