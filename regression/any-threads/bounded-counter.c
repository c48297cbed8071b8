/* A number stays below a limit, since it is tested and changed under one lock.  BUG: it is tested
 * before. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg) {
#ifdef BUG
	bool small = n < 10;
	pthread_mutex_lock(&m);
#else
	pthread_mutex_lock(&m);
	bool small = n < 10;
#endif
	if (small)
		n++;
	assert(n <= 10);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	n = (int)(__VERIFIER_nondet_uint() % 10);
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
