/* A number is 0 only while the lock is held.  BUG: the lock is released and taken again meanwhile.
 */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned divisor = 1;

static void *change(void *arg) {
	pthread_mutex_lock(&m);
	divisor = 0;
#ifdef BUG
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
#endif
	divisor = __VERIFIER_nondet_uint() | 1;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *divide(void *arg) {
	pthread_mutex_lock(&m);
	unsigned result = 1000 / divisor;
	assert(result <= 1000);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, change, NULL);
		else
			pthread_create(&t, NULL, divide, NULL);
}
