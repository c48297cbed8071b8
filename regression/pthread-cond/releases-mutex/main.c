/* The mutex is free during the wait and held after it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, inside;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	go = 1;
	pthread_cond_signal(&c);
	inside = 1;
	if (EARLY)
		pthread_mutex_unlock(&m);
	inside = 0;
	if (!EARLY)
		pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	while (!go)
		assert(pthread_cond_wait(&c, &m) == 0);
	assert(inside == 0);
	assert(pthread_mutex_trylock(&m) == EBUSY);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
