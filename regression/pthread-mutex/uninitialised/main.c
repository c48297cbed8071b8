/* A mutex that nothing has initialised must not be used. */
#include <pthread.h>

int main(void) {
	pthread_mutex_t m;
	if (INIT)
		pthread_mutex_init(&m, NULL);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}
