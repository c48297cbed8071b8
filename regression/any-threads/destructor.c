/* What a key's destructor does at the end of a thread is under the lock as well.  BUG: it is not.
 */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int inside;

static void work(void) {
	inside++;
	assert(inside == 1);
	inside--;
}

static void at_end(void *value) {
	pthread_mutex_t *lock = value;
#ifndef BUG
	pthread_mutex_lock(lock);
#endif
	work();
#ifndef BUG
	pthread_mutex_unlock(lock);
#endif
}

static void *worker(void *arg) {
	pthread_setspecific(key, &m);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_key_create(&key, at_end);
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	pthread_exit(NULL);
}
