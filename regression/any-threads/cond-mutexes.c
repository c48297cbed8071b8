/* Two kinds of threads wait on one condition variable, with one mutex.  BUG: with a mutex each. */
#include "any.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#ifdef BUG
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
#else
#define n m
#endif
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_bool open;

static void *worker(void *arg) {
	pthread_mutex_lock(&m);
	while (!open)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *other(void *arg) {
	pthread_mutex_lock(&n);
	while (!open)
		pthread_cond_wait(&c, &n);
	pthread_mutex_unlock(&n);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, __VERIFIER_nondet_bool() ? worker : other, NULL);
	pthread_mutex_lock(&m);
	open = true;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
}
