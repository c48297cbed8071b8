/* POSIX does not promise that a new thread finds its identifier stored. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t;

static void *run(void *argument) {
	if (WAIT)
		pthread_mutex_lock(&m);
	assert(pthread_equal(pthread_self(), t));
	return NULL;
}

int main(void) {
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
