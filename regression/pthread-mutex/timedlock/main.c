/* A lock with a time limit gets the mutex or gives up, and never hangs. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	struct timespec until = {1, 0}, bad = {1, 1000000000};
	pthread_create(&t, NULL, run, NULL);
	int result = pthread_mutex_timedlock(&m, &until);
	assert(result == 0 || result == RESULT);
	if (result == 0) {
		assert(pthread_mutex_timedlock(&m, &until) == ETIMEDOUT);
		assert(pthread_mutex_timedlock(&m, &bad) == EINVAL);
		pthread_mutex_unlock(&m);
	}
	pthread_join(t, NULL);
}
