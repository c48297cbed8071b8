/* Two threads take two locks in opposite order. */
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int started;

static void *other(void *unused) {
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); /* T1 holds b */
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}

int main(void) {
	pthread_t t;
	started = 1;
	pthread_create(&t, 0, other, 0);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return 0;
}
