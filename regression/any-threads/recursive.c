/* A recursive mutex is free only after as many unlocks as locks.  BUG: the lock is not taken a
 * second time, so that the first unlock frees it. */
#include "any.h"

static pthread_mutex_t m;
static int inside;

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
#ifndef BUG
	pthread_mutex_lock(&m);
#endif
	inside++;
	pthread_mutex_unlock(&m);
	assert(inside == 1);
	inside--;
#ifndef BUG
	pthread_mutex_unlock(&m);
#endif
	return arg;
}

int main(void) {
	pthread_mutexattr_t attr;
	pthread_t t;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &attr);
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	pthread_exit(NULL);
}
