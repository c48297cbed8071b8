/* A number that only grows: what a thread has read before is not more than what it reads now.  BUG:
 * it wraps around. */
#include "any.h"

#ifdef BUG
#define BELOW UINT_MAX
#else
#define BELOW (UINT_MAX - 1)
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint n;

static void *grow(void *arg) {
	while (__VERIFIER_nondet_bool()) {
		pthread_mutex_lock(&m);
		if (n <= BELOW)
			n++;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *look(void *arg) {
	unsigned before = n;
	assert(n >= before);
	return arg;
}

int main(void) {
	pthread_t t;
	n = __VERIFIER_nondet_uint();
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, grow, NULL);
		else
			pthread_create(&t, NULL, look, NULL);
}
