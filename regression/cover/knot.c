/* Two locks, taken in two orders. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg) {
#ifdef ORDERED
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
#else
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
#endif
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, 0);
	return 0;
}
