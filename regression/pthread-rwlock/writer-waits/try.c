/* A read lock that is only tried may then fail, though no writer has the lock. */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *unused) {
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_rwlock_rdlock(&l);
	pthread_create(&t, NULL, run, NULL);
	int failed = pthread_rwlock_tryrdlock(&l);
	assert(!failed MAY_FAIL);
	if (!failed)
		pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_join(t, NULL);
}
