/* Main waits for each thread before it creates the next one, so that there is never more than one.
 * BUG: it does not wait. */
#include "any.h"

static int inside;

static void *worker(void *arg) {
	inside++;
	assert(inside == 1);
	inside--;
	return arg;
}

int main(void) {
	pthread_t t;
	while (more()) {
		pthread_create(&t, NULL, worker, NULL);
#ifndef BUG
		pthread_join(t, NULL);
#endif
	}
}
