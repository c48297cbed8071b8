/* Which of two locks is still held when a third one is taken depends on an input. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
	int input = __VERIFIER_nondet_int();
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(input ? &a : RELEASED);
	pthread_mutex_lock(&c);
	pthread_mutex_unlock(&c);
	pthread_mutex_unlock(input ? &b : KEPT);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, first, NULL);
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&c);
	pthread_join(t, NULL);
	return 0;
}
