/* A wait with a time limit ends, with the mutex held. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *run(void *argument) {
	pthread_cond_signal(&c);
	return NULL;
}

int main(void) {
	pthread_t t;
	struct timespec until = {1, 0}, bad = {1, -1};
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	assert(pthread_cond_timedwait(&c, &m, &bad) == EINVAL);
	int result = pthread_cond_timedwait(&c, &m, &until);
	assert(result == WOKEN || result == LATE);
	assert(pthread_mutex_trylock(&m) == EBUSY);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
