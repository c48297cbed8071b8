/* A pointer that another thread makes of a number is followed twice: both are the same address, so memory of its own for
 * each of them would leave no execution. */
#include <assert.h>
#include <pthread.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

#ifndef NUMBER
#define NUMBER __VERIFIER_nondet_ulong()
#endif

static int n, *shared;

static void *writer(void *none)
{
	shared = (int *)(NUMBER);
	return none;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	n = *shared;
	n += *shared;
	assert(n == 0);
	return 0;
}
