/* Locks with a time limit. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *argument) {
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void) {
	pthread_t t;
	struct timespec until = {1, 0}, bad = {1, -1};
	pthread_create(&t, NULL, run, NULL);
	int result = pthread_rwlock_timedrdlock(&l, &until);
	assert(result == 0 || result == RESULT);
	if (result == 0) {
		assert(pthread_rwlock_timedwrlock(&l, &until) == ETIMEDOUT);
		assert(pthread_rwlock_timedwrlock(&l, &bad) == EINVAL);
		pthread_rwlock_unlock(&l);
	}
	pthread_join(t, NULL);
}
