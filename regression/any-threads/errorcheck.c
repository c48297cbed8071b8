/* A mutex that answers with an error is free, or held by another thread, when a thread locks it for
 * the first time: a new thread does not hold what a thread before it has left locked.  BUG: a thread
 * locks it a second time. */
#define _GNU_SOURCE
#include "any.h"

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int inside;

static void *worker(void *arg) {
	int error = pthread_mutex_lock(&m);
	assert(error == 0);
	inside++;
#ifdef BUG
	error = pthread_mutex_lock(&m);
	assert(error == 0);
#endif
	assert(inside == 1);
	if (__VERIFIER_nondet_bool())
		return arg;
	inside--;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	pthread_exit(NULL);
}
