/* An assumption ends a thread: what it did before counts, what comes after it does not. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int x, never;

static void *store(void *unused) {
	x = 1;
	__VERIFIER_assume(never == 1);
	x = 2;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, NULL);
	assert(x != EXCLUDED);
	return 0;
}
