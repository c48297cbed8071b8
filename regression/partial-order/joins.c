/* Threads are joined one after the other; the second may have been joined before, by the first. */
#include <pthread.h>

static pthread_t second;

static void *rest(void *arg) {
	return arg;
}

static void *first_runs(void *arg) {
	if (JOINS)
		pthread_join(second, NULL);
	return arg;
}

int main(void) {
	pthread_t first;
	pthread_create(&second, NULL, rest, NULL);
	pthread_create(&first, NULL, first_runs, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
