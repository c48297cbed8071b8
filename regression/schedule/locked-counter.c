/* A counter with a lock around it; BUG: one thread takes another lock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#ifdef BUG
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
#else
#define other m
#endif
static int n;

static void *up(void *arg) {
	pthread_mutex_t *lock = arg;
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(lock);
		int seen = n;
		n = seen + 1;
		pthread_mutex_unlock(lock);
	}
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, up, &m);
	pthread_create(&b, NULL, up, &other);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(n == 4);
}
