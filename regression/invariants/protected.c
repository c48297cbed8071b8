/* Two numbers that are equal whenever the lock is free.  BUG: one of them is changed after the lock is
 * given back. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y;

static void *worker(void *unused) {
	pthread_mutex_lock(&m);
	assert(x == y);
	x++;
#ifdef BUG
	pthread_mutex_unlock(&m);
	y++;
#else
	y++;
	pthread_mutex_unlock(&m);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	for (;;)
		pthread_create(&t, NULL, worker, NULL);
}
