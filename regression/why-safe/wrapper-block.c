/* A function that only takes a lock, with a variable in a block of its own. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void take(pthread_mutex_t *lock) {
	{
		int error = pthread_mutex_lock(lock);
		assert(!error);
	}
}

static void *work(void *unused) {
#ifndef BUG
	take(&m);
#endif
	n++;
	n++;
	assert(n % 2 == 0);
#ifndef BUG
	pthread_mutex_unlock(&m);
#endif
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	work(0);
	pthread_join(t, 0);
	return 0;
}
