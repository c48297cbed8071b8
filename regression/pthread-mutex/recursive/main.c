/* A recursive mutex is free after as many unlocks as locks, not earlier. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#ifdef DYNAMIC
static pthread_mutex_t m;
#else
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#endif
static int inside;

static void *run(void *argument) {
	assert(pthread_mutex_unlock(&m) == EPERM);
	pthread_mutex_lock(&m);
	assert(inside == 0);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
#ifdef DYNAMIC
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &a);
#endif
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, run, NULL);
	inside = 1;
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_mutex_trylock(&m) == 0);
	for (int i = 0; i < UNLOCKS; i++)
		assert(pthread_mutex_unlock(&m) == 0);
	inside = 0;
	for (int i = UNLOCKS; i < 3; i++)
		assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_unlock(&m) == EPERM);
	pthread_join(t, NULL);
}
