/* The variable of the user's own ends the statement: what follows makes no promise. */
#include <pthread.h>

static int x;

static void *worker(void *unused) {
	int copy = x;
	x = copy + 1;
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
