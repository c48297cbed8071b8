/* A thread ends with a mutex locked: whoever wants it waits for ever. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	if (UNLOCK)
		pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}
