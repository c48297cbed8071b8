/* A single thread takes two locks in both orders: it cannot wait for itself. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forth(void *unused) {
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return unused;
}

static void *both(void *unused) {
	forth(NULL);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}

static void *idle(void *unused) {
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, both, NULL);
	pthread_create(&t, NULL, OTHER, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	(void)&idle;
}
