/* After main has closed the shop, nothing is sold.  BUG: a thread looks at the sign, then it waits
 * for the lock. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool closed;
static atomic_uint sold;

static void *worker(void *arg) {
#ifdef BUG
	bool open = !closed;
	pthread_mutex_lock(&m);
#else
	pthread_mutex_lock(&m);
	bool open = !closed;
#endif
	if (open)
		sold++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	closed = true;
	pthread_mutex_unlock(&m);
	unsigned at_night = sold;
	assert(sold == at_night);
	pthread_exit(NULL);
}
