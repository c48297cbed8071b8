/* y changes after it was added. */
#include <pthread.h>

static int x, y;

static void *worker(void *unused) {
	if (x < 9)
		y = 1;
	return unused;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, worker, NULL);
	x = x + y;
	pthread_join(a, NULL);
	return 0;
}
