/* A number plus one is greater than the number: as integers, not on bits.  With LEAST below -1, the
 * sum may be negative in either way. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int sum;

static void *adds(void *arg) {
	int a = __VERIFIER_nondet_int();
	if (a > LEAST)
		sum = a + 1;
	assert(a + 1 > a && sum >= 0);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, adds, NULL);
	pthread_join(t, NULL);
	return 0;
}
