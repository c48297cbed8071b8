/* One thread waits for itself while another one could go on for ever. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	if (AGAIN)
		pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	for (;;)
		;
}
