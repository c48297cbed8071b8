/* Threads wait until the gate is open; who opens it wakes all of them and destroys the condition
 * variable, though they have not gone on yet.  BUG: only one of them is woken. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static bool open; /* protected by m */

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	while (!open)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	open = true;
#ifdef BUG
	pthread_cond_signal(&c);
#else
	pthread_cond_broadcast(&c);
#endif
	pthread_cond_destroy(&c);
	pthread_mutex_unlock(&m);
}
