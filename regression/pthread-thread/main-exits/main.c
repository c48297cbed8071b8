/* Threads go on after pthread_exit in main; the last one ends the process. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *argument) {
	assert(x == VALUE);
	return NULL;
}

int main(void) {
	pthread_t t;
	x = 1;
	pthread_create(&t, NULL, run, NULL);
	pthread_exit(NULL);
}
