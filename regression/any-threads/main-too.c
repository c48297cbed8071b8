/* Main does the same as the threads that it has created.  BUG: but for the lock. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void work(void) {
	inside++;
	assert(inside == 1);
	inside--;
}

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	work();
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
#ifdef BUG
	work();
#else
	worker(NULL);
#endif
	pthread_exit(NULL);
}
