/* Threads unlock what they hold, for reading or for writing, once or twice.  BUG: a thread that holds
 * nothing unlocks what a reader holds. */
#include "any.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_bool reading;

static void *reader(void *arg) {
	pthread_rwlock_rdlock(&lock);
	if (__VERIFIER_nondet_bool()) {
		pthread_rwlock_rdlock(&lock);
		pthread_rwlock_unlock(&lock);
	}
	reading = true;
	pthread_rwlock_unlock(&lock);
	return arg;
}

static void *other(void *arg) {
#ifdef BUG
	if (!reading)
#endif
		pthread_rwlock_wrlock(&lock);
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, reader, NULL);
		else
			pthread_create(&t, NULL, other, NULL);
}
