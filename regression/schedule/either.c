/* An input decides which function the thread runs, and it is joined by another thread. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x = 5;
static pthread_t first;

static void *twice(void *arg) {
	(void)arg;
	x = 2 * x;
	return NULL;
}
static void *more(void *arg) {
	(void)arg;
	x = x + 1;
	return NULL;
}

static void *joiner(void *arg) {
	(void)arg;
#ifndef BUG
	pthread_join(first, NULL);
#endif
	assert(x != 5);
	return NULL;
}

int main(void) {
	pthread_t t;
	if (__VERIFIER_nondet_int())
		pthread_create(&first, NULL, twice, NULL);
	else
		pthread_create(&first, NULL, more, NULL);
	pthread_create(&t, NULL, joiner, NULL);
	pthread_join(t, NULL);
}
