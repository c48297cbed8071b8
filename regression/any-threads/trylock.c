/* A thread enters if pthread_mutex_trylock says so.  BUG: it enters if that fails, too. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *arg) {
	int error = pthread_mutex_trylock(&m);
#ifdef BUG
	error = 0;
#endif
	if (error)
		return arg;
	inside++;
	assert(inside == 1);
	inside--;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
