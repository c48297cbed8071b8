/* The first of two threads that try a lock gets it; the second may. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *count(void *unused) {
	if (pthread_mutex_trylock(&m) == 0) {
		n++;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, count, NULL);
	pthread_create(&u, NULL, count, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(n >= LEAST && n <= 2);
	return 0;
}
