/* Two locks, taken in different orders. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *unused) {
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return unused;
}

static void *right(void *unused) {
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}

int main(void) {
	pthread_t l, r;
	pthread_create(&l, NULL, left, NULL);
	pthread_create(&r, NULL, right, NULL);
	pthread_join(l, NULL);
	pthread_join(r, NULL);
	return 0;
}
