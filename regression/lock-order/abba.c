/* Two locks in opposite orders, in threads of which the second begins after the first has ended. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return unused;
}

static void *second(void *unused) {
	pthread_mutex_lock(&OUTER);
	pthread_mutex_lock(&INNER);
	pthread_mutex_unlock(&INNER);
	pthread_mutex_unlock(&OUTER);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, first, NULL);
	pthread_join(t, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(t, NULL);
}
