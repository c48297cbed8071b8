/* To unlock a normal mutex that another thread holds is undefined. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	if (LOCK)
		pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
