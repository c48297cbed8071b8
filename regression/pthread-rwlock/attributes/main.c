/* Attributes of read-write locks and barriers. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
	pthread_rwlockattr_t a;
	pthread_barrierattr_t b;
	pthread_rwlock_t l;
	int value;
	assert(pthread_rwlockattr_init(&a) == 0);
	assert(pthread_rwlockattr_setkind_np(&a, 9) == EINVAL);
	assert(pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
	assert(pthread_rwlockattr_getkind_np(&a, &value) == 0 && value == KIND);
	assert(pthread_rwlockattr_setpshared(&a, 9) == EINVAL);
	assert(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
	assert(pthread_rwlockattr_getpshared(&a, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
	assert(pthread_rwlock_init(&l, &a) == 0 && pthread_rwlock_destroy(&l) == 0);
	assert(pthread_rwlockattr_destroy(&a) == 0);
	assert(pthread_barrierattr_init(&b) == 0);
	assert(pthread_barrierattr_setpshared(&b, 9) == EINVAL);
	assert(pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED) == 0);
	assert(pthread_barrierattr_getpshared(&b, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
	assert(pthread_barrierattr_destroy(&b) == 0);
}
