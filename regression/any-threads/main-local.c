/* The shared variable is a local one of main.  BUG: a thread changes it after it has released the
 * lock. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
	int *inside = arg;
	pthread_mutex_lock(&m);
	++*inside;
	assert(*inside == 1);
#ifdef BUG
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
#endif
	--*inside;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	int inside = 0;
	while (more())
		pthread_create(&t, NULL, worker, &inside);
}
