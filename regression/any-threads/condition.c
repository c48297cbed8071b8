/* Threads wait until the resource is free.  BUG: a thread that was woken up does not look
 * whether another one was faster. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static unsigned available = 1; /* protected by m */

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
#ifdef BUG
	if (available == 0)
#else
	while (available == 0)
#endif
		pthread_cond_wait(&some, &m);
	assert(available > 0);
	available--;
	pthread_mutex_unlock(&m);

	pthread_mutex_lock(&m);
	available++;
	pthread_cond_signal(&some);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
