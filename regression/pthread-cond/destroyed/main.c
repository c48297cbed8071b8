/* A condition variable must not be used after it was destroyed. */
#include <pthread.h>

int main(void) {
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t c;
	pthread_mutex_lock(&m);
	pthread_cond_init(&c, NULL);
	pthread_cond_destroy(&c);
	if (AGAIN)
		pthread_cond_init(&c, NULL);
	USE;
}
