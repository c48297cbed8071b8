/* A thread that holds a mutex joins one that waits for it.  That is no deadlock if a third thread cancels the join,
 * and a handler releases the mutex. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t joiner, waiter;

static void *wait_for_it(void *argument) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void release(void *argument) {
	pthread_mutex_unlock(&m);
}

static void *join_it(void *argument) {
	pthread_mutex_lock(&m);
	pthread_cleanup_push(release, NULL);
	pthread_join(waiter, NULL);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(void) {
	pthread_create(&waiter, NULL, wait_for_it, NULL);
	pthread_create(&joiner, NULL, join_it, NULL);
	if (CANCEL)
		pthread_cancel(joiner);
	pthread_join(joiner, NULL);
	return 0;
}
