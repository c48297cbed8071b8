/* A lock that is taken by exchange, for any number of threads.  BUG: it is taken by a test and a
 * write, between which others run. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int inside;

static void *worker(void *unused) {
#ifdef BUG
	while (lock != 0)
		;
	lock = 1;
#else
	while (atomic_exchange(&lock, 1) != 0)
		;
#endif
	inside = 1;
	assert(inside == 1);
	inside = 0;
	lock = 0;
	return unused;
}

int main(void) {
	pthread_t t;
	for (;;)
		pthread_create(&t, NULL, worker, NULL);
}
