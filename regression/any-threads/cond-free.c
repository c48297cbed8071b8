/* The memory of a condition variable is freed if no thread waits on it for some time.  BUG: also if
 * one does. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static bool waiting, closed; /* protected by m */

static void *worker(void *arg) {
	struct timespec until = {1, 0};
	pthread_mutex_lock(&m);
	waiting = true;
	if (!closed)
		pthread_cond_timedwait(c, &m, &until);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	c = calloc(1, sizeof *c);
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	closed = true;
#ifndef BUG
	if (!waiting)
#endif
		free(c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
