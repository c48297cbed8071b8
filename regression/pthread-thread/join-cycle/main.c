/* Two threads that join each other. */
#include <pthread.h>

static pthread_t first;

static void *run(void *argument) {
	if (BACK)
		pthread_join(first, NULL);
	return NULL;
}

int main(void) {
	pthread_t t;
	first = pthread_self();
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
}
