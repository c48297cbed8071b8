/* Cause: the signal (19) may come before the wait (10), which tests nothing. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *guest(void *unused) {
	pthread_mutex_lock(&m);

	pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, guest, NULL);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return 0;
}
