/* To unlock a normal mutex that is not locked is undefined. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
	if (LOCK)
		pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}
