/* Main waits on a condition, so that it might be cancelled, which would end its thread-local
 * variables.  Nobody does.  BUG: what it waits for is another value. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
#ifdef BUG
	ready = 2;
#else
	ready = 1;
#endif
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	assert(ready == 1);
	pthread_mutex_unlock(&m);
	return 0;
}
