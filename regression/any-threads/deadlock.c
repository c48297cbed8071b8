/* Two locks in either order: the assertions hold, but threads may wait for each other for ever.  A
 * proof for any number of threads does not exclude that, and says so.  BUG: nor do the assertions
 * hold. */
#include "any.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	inside++;
	assert(inside == 1);
#ifdef BUG
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	inside--;
#else
	inside--;
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
#endif
}

static void *ab(void *arg) {
	both(&a, &b);
	return arg;
}

static void *ba(void *arg) {
	both(&b, &a);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, ab, NULL);
		else
			pthread_create(&t, NULL, ba, NULL);
	pthread_exit(NULL);
}
