/* Cancellation ends a wait, with the mutex held again when handlers run. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int handled;

static void handler(void *argument) {
#ifdef MUTEX
	assert(pthread_mutex_trylock(&m) == EBUSY);
	pthread_mutex_unlock(&m);
#endif
	handled = 1;
}

static void *run(void *argument) {
#ifdef MUTEX
	pthread_mutex_lock(&m);
#endif
	pthread_cleanup_push(handler, NULL);
	WAIT;
	assert(0);
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void) {
	pthread_t t;
	void *result;
	sem_init(&s, 0, 0);
	pthread_create(&t, NULL, run, NULL);
	if (CANCEL)
		pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED && handled == 1);
	assert(pthread_mutex_trylock(&m) == 0);
}
