/* What may be done with the identifier of a thread, and what no longer. */
#include <pthread.h>

static void *run(void *argument) {
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	FIRST;
	SECOND;
	return 0;
}
