/* A mutex must not be used after it was destroyed, unless it is initialised again. */
#include <pthread.h>

int main(void) {
	pthread_mutex_t m;
	pthread_mutex_init(&m, NULL);
	pthread_mutex_destroy(&m);
	if (AGAIN)
		pthread_mutex_init(&m, NULL);
	USE(&m);
}
