/* A consumer takes items until the queue is closed; BUG: it is closed, but the consumer is not woken. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items, closed;

static void *consumer(void *unused) {
	for (;;) {
		pthread_mutex_lock(&m);
		while (!items && !closed)
			pthread_cond_wait(&changed, &m);
		if (!items) {
			pthread_mutex_unlock(&m);
			return unused;
		}
		items--;
		pthread_mutex_unlock(&m);
	}
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, consumer, 0);
	pthread_mutex_lock(&m);
	items++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	closed = 1;
#ifndef BUG
	pthread_cond_signal(&changed);
#endif
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
