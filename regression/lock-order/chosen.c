/* One thread takes c while it holds a lock that an input chooses; main a while it holds c. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t d = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
	pthread_mutex_t *first = __VERIFIER_nondet_int() ? &OTHER : &b;
	pthread_mutex_lock(first);
	pthread_mutex_lock(&c);
	pthread_mutex_unlock(&c);
	pthread_mutex_unlock(first);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&c);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&c);
	pthread_join(t, NULL);
	(void)&d;
}
