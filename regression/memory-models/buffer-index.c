/* Stores at an index that is an input, of which a load finds one or none. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static volatile int x[4], y;
static int a, b;

static void *one(void *unused) {
	int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
	if (i < 0 || i > 3 || k < 0 || k > 3)
		return unused;
	x[i] = 1;
	assert(x[k] == (i == k));
	x[0] = 1;
#if FENCE
	__sync_synchronize();
#endif
	a = y;
	return unused;
}

static void *two(void *unused) {
	y = 1;
	__sync_synchronize();
	b = x[0];
	return unused;
}

int main(void) {
	pthread_t s, t;
	a = 1;
	pthread_create(&s, 0, one, 0);
	pthread_create(&t, 0, two, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}
