/* Two mutexes, locked in opposite orders. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&FIRST);
	pthread_mutex_lock(&SECOND);
	pthread_mutex_unlock(&SECOND);
	pthread_mutex_unlock(&FIRST);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, NULL);
}
