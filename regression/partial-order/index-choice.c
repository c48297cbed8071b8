/* An index that only the addresses of accesses depend on. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int a[2], done;

static void *store(void *unused) {
	int i = __VERIFIER_nondet_int() != 0;
	a[i] = 1;
	done = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, store, NULL);
	if (done)
		assert(CONDITION);
	return 0;
}
