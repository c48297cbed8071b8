/* EBUSY of the variants that do not wait; EDEADLK for a writer that asks again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *argument) {
	assert(pthread_rwlock_tryrdlock(&l) == 0);
	assert(pthread_rwlock_trywrlock(&l) == EBUSY);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void) {
	pthread_t t;
	assert(pthread_rwlock_trywrlock(&l) == 0);
	assert(pthread_rwlock_tryrdlock(&l) == RESULT);
	assert(pthread_rwlock_trywrlock(&l) == EBUSY);
	assert(pthread_rwlock_rdlock(&l) == EDEADLK);
	assert(pthread_rwlock_wrlock(&l) == EDEADLK);
	pthread_rwlock_unlock(&l);
	assert(pthread_rwlock_rdlock(&l) == 0);
	assert(pthread_rwlock_tryrdlock(&l) == 0);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	assert(pthread_rwlock_trywrlock(&l) == 0);
	pthread_rwlock_unlock(&l);
}
