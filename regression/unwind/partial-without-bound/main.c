/* Without a bound there is nothing to leave early: loops are unwound as without --partial-loops. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned n, rounds;

static void *count(void *arg)
{
	for (unsigned i = 0; i < n; i++)
		rounds++;
	return arg;
}

int main(void)
{
	n = __VERIFIER_nondet_uint() % 4;
#ifdef THREAD
	pthread_t t;
	pthread_create(&t, NULL, count, NULL);
	pthread_join(t, NULL);
#else
	count(NULL);
#endif
	assert(rounds == n);
}
