/* EBUSY: a mutex that somebody holds, be it the thread itself. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *run(void *argument) {
	int result = pthread_mutex_trylock(&m);
	assert(result == 0 || result == EBUSY);
	if (result == RESULT) {
		assert(inside == 0);
		if (result == 0)
			pthread_mutex_unlock(&m);
	} else if (result == 0) {
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	inside = 1;
	assert(pthread_mutex_trylock(&m) == EBUSY);
	inside = 0;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
