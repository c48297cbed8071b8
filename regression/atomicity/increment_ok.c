/* The mutex keeps the read and the write together. */
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
	pthread_mutex_lock(&m);
	x++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
