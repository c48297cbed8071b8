/* The thread itself changes i between its read and the second store. */
#include <pthread.h>

static int i, list[4], other;

static void *worker(void *unused) {
	other = i;
	return unused;
}

int main(void) {
	pthread_t a;
	pthread_create(&a, NULL, worker, NULL);
	list[i++] = 5;
	pthread_join(a, NULL);
	return 0;
}
