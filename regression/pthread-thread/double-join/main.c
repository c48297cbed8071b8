/* To join a thread that has been joined is undefined. */
#include <pthread.h>

static void *run(void *argument) {
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	for (int i = 0; i < JOINS; i++)
		pthread_join(t, NULL);
}
