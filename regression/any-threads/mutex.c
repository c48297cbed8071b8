/* Two numbers that are equal whenever the mutex is free.  BUG: one of them is changed later. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y;

static void *worker(void *arg) {
	while (__VERIFIER_nondet_bool()) {
		pthread_mutex_lock(&m);
		assert(x == y);
		x++;
#ifdef BUG
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
#endif
		y++;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
