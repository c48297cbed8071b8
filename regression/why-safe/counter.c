/* A lock that is needed, one that protects nothing that is shared, and one that is never taken. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, quiet = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t never = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
	int own = 0;
	(void)unused;
	pthread_mutex_lock(&quiet);
	own++;
	pthread_mutex_unlock(&quiet);
	pthread_mutex_lock(&m);
	count += own;
	pthread_mutex_unlock(&m);
	if (own != 1) {
		pthread_mutex_lock(&never);
		own = 1;
		pthread_mutex_unlock(&never);
	}
	return NULL;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, work, NULL);
	pthread_create(&u, NULL, work, NULL);
#ifndef BUG
	pthread_join(t, NULL);
#endif
	pthread_join(u, NULL);
	assert(count == 2);
	return 0;
}
