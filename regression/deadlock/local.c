/* Two threads that wait for each other are a deadlock, although a third one goes on for ever. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int beat;

static void *one(void *unused) {
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return unused;
}

static void *other(void *unused) {
	pthread_mutex_lock(&OUTER);
	pthread_mutex_lock(&INNER);
	pthread_mutex_unlock(&INNER);
	pthread_mutex_unlock(&OUTER);
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, one, NULL);
	pthread_create(&t, NULL, other, NULL);
	for (;;)
		beat = !beat;
}
