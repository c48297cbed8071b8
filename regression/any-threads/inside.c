/* A number counts the threads between two places, so that it is never negative.  BUG: a thread that
 * is turned away is counted as leaving. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside; /* protected by m */

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	bool enters = inside < 2;
	if (enters)
		inside++;
	pthread_mutex_unlock(&m);
#ifndef BUG
	if (!enters)
		return arg;
#endif
	pthread_mutex_lock(&m);
	assert(inside > 0);
	inside--;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
