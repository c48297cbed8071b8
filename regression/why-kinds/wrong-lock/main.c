/* Cause: T1 adds (9) under m, T2 (16) under n. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *unused) {
	pthread_mutex_lock(&m);
	total += 5;
	pthread_mutex_unlock(&m);
	return unused;
}

static void *subtract(void *unused) {
	pthread_mutex_lock(&n);
	total -= 5;
	pthread_mutex_unlock(&n);
	return unused;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, subtract, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
