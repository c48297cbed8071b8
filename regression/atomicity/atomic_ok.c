/* The increment of an atomic variable is one step. */
#include <pthread.h>

static _Atomic int x;

static void *worker(void *unused) {
	x++;
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
