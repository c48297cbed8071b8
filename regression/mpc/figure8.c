/* Figure 8(a): a run with i > 0 shows no write of 2, so combining the branches that it shows
 * (strategy 1) misses the error.  Four paths; three without BUG. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define SOUGHT 2
#else
#define SOUGHT 4
#endif

int __VERIFIER_nondet_int(void);

static int x, i, j;

static void *first(void *arg) {
	if (i > 0)
		x = 1;
	else if (j > 0)
		x = 2;
	else
		x = 3;
	return arg;
}

static void *second(void *arg) {
	if (x == SOUGHT)
		assert(0);
	return arg;
}

int main(void) {
	pthread_t s, t;
	i = __VERIFIER_nondet_int();
	j = __VERIFIER_nondet_int();
	pthread_create(&s, NULL, first, NULL);
	pthread_create(&t, NULL, second, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
