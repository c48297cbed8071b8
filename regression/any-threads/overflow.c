/* The program's own test keeps a number from overflow, since both are under one lock.  BUG: the
 * test is before. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg) {
#ifdef BUG
	bool small = n < INT_MAX;
	pthread_mutex_lock(&m);
#else
	pthread_mutex_lock(&m);
	bool small = n < INT_MAX;
#endif
	if (small)
		n++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	n = (int)(__VERIFIER_nondet_uint() / 2);
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
