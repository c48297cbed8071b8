/* Cause: one signal (23) for two waiters (11): it wakes one, the other waits for ever. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *guest(void *unused) {
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, guest, NULL);
	pthread_create(&b, NULL, guest, NULL);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&c);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
