/* Each thread is given one of two accounts, each of which has a lock.  BUG: a thread with the
 * second one may lock the first. */
#include "any.h"

static struct account {
	pthread_mutex_t m;
	unsigned paid, booked;
} accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0, 0}, {PTHREAD_MUTEX_INITIALIZER, 0, 0}};

#ifdef BUG
#define LOCK_OF(a) (&accounts[(a) == accounts ? 0 : __VERIFIER_nondet_bool()].m)
#else
#define LOCK_OF(a) (&(a)->m)
#endif

static void *pay(void *arg) {
	struct account *a = arg;
	pthread_mutex_t *m = LOCK_OF(a);
	pthread_mutex_lock(m);
	assert(a->paid == a->booked);
	a->paid++;
	a->booked++;
	pthread_mutex_unlock(m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, pay, &accounts[__VERIFIER_nondet_bool()]);
}
