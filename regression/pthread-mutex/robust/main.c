/* The owner of a robust mutex ends: EOWNERDEAD, once; without pthread_mutex_consistent the mutex is
 * lost. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *run(void *argument) {
	assert(pthread_mutex_lock(&m) == 0);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_mutexattr_t a;
	int robust;
	pthread_mutexattr_init(&a);
	assert(pthread_mutexattr_setrobust(&a, 5) == EINVAL);
	assert(pthread_mutexattr_setrobust(&a, ROBUST) == 0);
	assert(pthread_mutexattr_getrobust(&a, &robust) == 0 && robust == ROBUST);
	assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT) == 0);
	pthread_mutex_init(&m, &a);
	assert(pthread_mutex_consistent(&m) == EINVAL);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(pthread_mutex_lock(&m) == EOWNERDEAD);
	if (REPAIR)
		assert(pthread_mutex_consistent(&m) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_unlock(&m) == EPERM);
	assert(pthread_mutex_lock(&m) == RESULT);
}
