/* A loop that only an input ends, with nothing in it that others could see: it comes back to its
 * state all the same. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int ready;

static void *set(void *unused) {
	(void)unused;
#ifdef BAD
	ready = 3;
#endif
	ready = 2;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	while (ready != 2)
		while (__VERIFIER_nondet_int() > 7)
			;
	assert(ready == 2);
	while (__VERIFIER_nondet_int())
		assert(ready != 3);
	pthread_join(t, NULL);
	pthread_create(&t, NULL, set, NULL);
	while (__VERIFIER_nondet_int())
		;
	assert(ready == 2);
	pthread_join(t, NULL);
}
