/* Readers never see what a writer has half done.  BUG: the writer locks for reading only. */
#include "any.h"

#ifdef BUG
#define LOCK pthread_rwlock_rdlock
#else
#define LOCK pthread_rwlock_wrlock
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned x, y;

static void *reader(void *arg) {
	pthread_rwlock_rdlock(&lock);
	assert(x == y);
	pthread_rwlock_unlock(&lock);
	return arg;
}

static void *writer(void *arg) {
	LOCK(&lock);
	x = y + 1;
	y = x;
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
