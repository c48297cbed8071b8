/* A wake-up gets lost if what is waited for changes outside of the lock. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *signal(void *unused) {
	if (LOCKED)
		pthread_mutex_lock(&m);
	ready = 1;
	if (LOCKED)
		pthread_mutex_unlock(&m);
	pthread_cond_signal(&c);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, signal, NULL);
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
