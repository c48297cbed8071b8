/* A thread that ends with a lock held leaves the next one waiting. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
	pthread_mutex_lock(&m);
	if (UNLOCKS)
		pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, run, NULL);
	pthread_create(&t, NULL, run, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
}
