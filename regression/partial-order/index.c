/* Two threads store into an array, each at an index that is an input. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int a[4];
static unsigned i, j;

static void *store(void *unused) {
	a[i] = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	i = __VERIFIER_nondet_uint();
	j = __VERIFIER_nondet_uint();
	__VERIFIER_assume(i < 4 && j < 4);
	pthread_create(&t, NULL, store, NULL);
	a[j] = 2;
	pthread_join(t, NULL);
	assert(CONDITION);
	return 0;
}
