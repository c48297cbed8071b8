/* An errorcheck mutex tells: EDEADLK, EPERM, EBUSY. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *run(void *argument) {
	assert(pthread_mutex_unlock(&m) == EPERM);
	assert(pthread_mutex_trylock(&m) == EBUSY);
	return NULL;
}

int main(void) {
	pthread_t t;
#ifdef DYNAMIC
	pthread_mutexattr_t a;
	int type;
	pthread_mutexattr_init(&a);
	assert(pthread_mutexattr_settype(&a, 77) == EINVAL);
	assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK) == 0);
	assert(pthread_mutexattr_gettype(&a, &type) == 0 && type == PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&m, &a);
	pthread_mutexattr_destroy(&a);
#endif
	assert(pthread_mutex_unlock(&m) == EPERM);
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_mutex_lock(&m) == RESULT);
	assert(pthread_mutex_trylock(&m) == EBUSY);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_unlock(&m) == EPERM);
	assert(pthread_mutex_destroy(&m) == 0);
}
