/* Cause: --left (9) of the two workers: one decrement is lost, so the signal at 11 is not sent. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int left = 2;

static void *work(void *unused) {
	if (--left == 0) {
		pthread_mutex_lock(&m);
		pthread_cond_signal(&idle);
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_mutex_lock(&m);
	while (left > 0)
		pthread_cond_wait(&idle, &m);
	pthread_mutex_unlock(&m);
	return 0;
}
