/* Which lock of an array is taken depends on an input: a case for each.  Without another one held
 * there is no order.  In an array of too many locks it is not supported, and said so. */
#include <pthread.h>

#ifndef LOCKS
#define LOCKS 2
#endif

unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, lock[LOCKS];

static void *run(void *unused) {
	unsigned i = __VERIFIER_nondet_uint() % LOCKS;
	if (NESTED)
		pthread_mutex_lock(&a);
	pthread_mutex_lock(&lock[i]);
	pthread_mutex_unlock(&lock[i]);
	if (NESTED)
		pthread_mutex_unlock(&a);
#ifdef BUG
	pthread_mutex_lock(&lock[i]);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&lock[i]);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_mutex_init(&lock[0], NULL);
	pthread_mutex_init(&lock[1], NULL);
	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
}
