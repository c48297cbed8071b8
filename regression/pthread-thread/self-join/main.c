/* A thread that joins itself: undefined; EDEADLK where that is not checked. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *run(void *argument) {
	assert(pthread_join(pthread_self(), NULL) == RESULT);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(pthread_join(pthread_self(), NULL) == EDEADLK);
}
