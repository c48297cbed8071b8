/* The values that were given are reported, although smaller ones violate the assertion, too. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int x;

static void *set(void *arg) {
	x = 1;
	return arg;
}

int main(void) {
	pthread_t t;
	int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
	pthread_create(&t, NULL, set, NULL);
	if (n > 3)
		assert(x + m != m + 1);
	pthread_join(t, NULL);
	return 0;
}
