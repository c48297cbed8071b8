/* A normal mutex that its owner locks again: the thread waits for itself. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
	pthread_mutex_lock(&m);
	if (UNLOCK)
		pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}
