/* Readers may read at the same time, a writer is alone.  BUG: one of the readers writes. */
#include "any.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned n;

static void *reader(void *arg) {
	pthread_rwlock_rdlock(&lock);
	unsigned seen = n;
#ifdef BUG
	n = seen;
#endif
	pthread_rwlock_unlock(&lock);
	return seen ? arg : NULL;
}

static void *writer(void *arg) {
	pthread_rwlock_wrlock(&lock);
	n++;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		if (__VERIFIER_nondet_bool())
			pthread_create(&t, NULL, reader, NULL);
		else
			pthread_create(&t, NULL, writer, NULL);
}
