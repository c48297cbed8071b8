/* Attributes of mutexes come back as they were set. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
	pthread_mutexattr_t a;
	int value;
	assert(pthread_mutexattr_init(&a) == 0);
	assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
	assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
	assert(pthread_mutexattr_setprotocol(&a, 9) == EINVAL);
	assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT) == 0);
	assert(pthread_mutexattr_setprioceiling(&a, 12) == 0);
	assert(pthread_mutexattr_setpshared(&a, 9) == EINVAL);
	assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
	assert(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST) == 0);
	assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == TYPE);
	assert(pthread_mutexattr_getprotocol(&a, &value) == 0 && value == PTHREAD_PRIO_PROTECT);
	assert(pthread_mutexattr_getprioceiling(&a, &value) == 0 && value == 12);
	assert(pthread_mutexattr_getpshared(&a, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
	assert(pthread_mutexattr_getrobust(&a, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
	assert(pthread_mutexattr_destroy(&a) == 0);
}
