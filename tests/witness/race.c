/* 'seen' races, 'sum' does not. */
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum, seen, ready;

static void *worker(void *unused) {
	(void)unused;
	pthread_mutex_lock(&lock);
	sum++;
	ready = 1;
	pthread_mutex_unlock(&lock);
	seen = 1;
	return 0;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_mutex_lock(&lock);
	int was_ready = ready;
	pthread_mutex_unlock(&lock);
	if (was_ready)
		seen = 2;
	pthread_join(a, 0);
	pthread_join(b, 0);
	return sum - 2;
}
