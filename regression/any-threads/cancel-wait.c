/* A thread may be cancelled while it waits on a condition variable: then its result is another.
 * BUG: the result is held to be the same. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static bool waiting, closed; /* protected by m */

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	waiting = true;
	if (!closed)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	closed = true;
	bool cancelled = waiting;
	if (cancelled)
		pthread_cancel(t);
	pthread_mutex_unlock(&m);
	pthread_join(t, &result);
#ifdef BUG
	assert(result == NULL);
#else
	assert(result == NULL || cancelled);
#endif
}
