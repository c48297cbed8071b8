/* Money moves between two accounts, and none is lost.  BUG: the first account is not locked until
 * the second is read. */
#include "any.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static unsigned in_a = 100, in_b; /* protected by a, by b */

static void *move(void *arg) {
	unsigned amount = __VERIFIER_nondet_uint();
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	if (amount <= in_a) {
		in_a -= amount;
		in_b += amount;
	}
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *audit(void *arg) {
	pthread_mutex_lock(&a);
	unsigned sum = in_a;
#ifdef BUG
	pthread_mutex_unlock(&a);
	pthread_mutex_lock(&a);
#endif
	pthread_mutex_lock(&b);
	sum += in_b;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	assert(sum == 100);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, move, NULL);
		else
			pthread_create(&t, NULL, audit, NULL);
}
