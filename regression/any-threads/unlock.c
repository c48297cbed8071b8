/* A thread unlocks only what it has locked.  BUG: one path unlocks twice. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned n;

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	bool done = n == 100;
	if (done) {
		pthread_mutex_unlock(&m);
#ifndef BUG
		return arg;
#endif
	}
	n++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	n = __VERIFIER_nondet_uint() % 101;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
