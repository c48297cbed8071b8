/* Two locks in different orders: a deadlock (BUG), or one order. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
#ifdef BUG
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
#else
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
#endif
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, 0);
	return 0;
}
