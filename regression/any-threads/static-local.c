/* A static variable of a function is one variable for all threads.  BUG: they change it without the
 * lock. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static unsigned even(void) {
	static unsigned n;
	n++;
	n++;
	return n;
}

static void *worker(void *arg) {
#ifndef BUG
	pthread_mutex_lock(&m);
#endif
	unsigned mine = even();
	assert(mine % 2 == 0);
#ifndef BUG
	pthread_mutex_unlock(&m);
#endif
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
