/* Any number of threads put messages into a box for one, any number take them out.  BUG: who was
 * woken up takes a message, whether there is one or not. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;
static unsigned box; /* both protected by m */

static void *put(void *arg) {
	unsigned message = __VERIFIER_nondet_uint();
	if (message == 0)
		return arg;
	pthread_mutex_lock(&m);
	while (full)
		pthread_cond_wait(&changed, &m);
	box = message;
	full = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *take(void *arg) {
	pthread_mutex_lock(&m);
#ifndef BUG
	while (!full)
#endif
		pthread_cond_wait(&changed, &m);
	assert(box != 0);
	box = 0;
	full = false;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, put, NULL);
		else
			pthread_create(&t, NULL, take, NULL);
}
