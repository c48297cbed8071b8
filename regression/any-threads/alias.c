/* A pointer to one of two variables; each of them is protected by the lock.  BUG: one of them is
 * changed by its name without. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *worker(void *arg) {
	int *one = __VERIFIER_nondet_bool() ? &x : &y;
	pthread_mutex_lock(&m);
	assert(*one == 0);
	*one = 1;
	*one = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *other(void *arg) {
#ifndef BUG
	pthread_mutex_lock(&m);
#endif
	y = 1;
	y = 0;
#ifndef BUG
	pthread_mutex_unlock(&m);
#endif
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, worker, NULL);
		else
			pthread_create(&t, NULL, other, NULL);
}
