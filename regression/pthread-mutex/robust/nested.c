/* The owner of a recursive robust mutex ends; who then locks it twice cannot unlock it once before
 * pthread_mutex_consistent. */
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
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(pthread_mutex_lock(&m) == EOWNERDEAD);
	assert(pthread_mutex_lock(&m) == 0);
	if (REPAIR)
		assert(pthread_mutex_consistent(&m) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
}
