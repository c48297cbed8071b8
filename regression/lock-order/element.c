/* Which lock of an array is taken depends on an input: not supported, and said so.  Without another
 * one held there is no order. */
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, lock[2];

static void *run(void *unused) {
	unsigned i = __VERIFIER_nondet_uint() % 2;
	if (NESTED)
		pthread_mutex_lock(&a);
	pthread_mutex_lock(&lock[i]);
	pthread_mutex_unlock(&lock[i]);
	if (NESTED)
		pthread_mutex_unlock(&a);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_mutex_init(&lock[0], NULL);
	pthread_mutex_init(&lock[1], NULL);
	pthread_create(&t, NULL, run, NULL);
	run(NULL);
	pthread_join(t, NULL);
}
