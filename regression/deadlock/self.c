/* A function that locks is called with the lock held, but only when the other thread was faster. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int full;

static void drain(void) {
	pthread_mutex_lock(&m);
	full = 0;
	pthread_mutex_unlock(&m);
}

static void *fill(void *unused) {
	pthread_mutex_lock(&m);
	full = 1;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, fill, NULL);
	pthread_mutex_lock(&m);
	int was_full = full;
	if (was_full && HELD)
		drain();
	pthread_mutex_unlock(&m);
	if (was_full && !HELD)
		drain();
	pthread_join(t, NULL);
}
