/* main joins a thread only in one branch. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;

static void *store(void *unused) {
	x = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	int joins = __VERIFIER_nondet_int() != 0;
	pthread_create(&t, NULL, store, NULL);
	if (joins)
		pthread_join(t, NULL);
	assert(CONDITION);
	return 0;
}
