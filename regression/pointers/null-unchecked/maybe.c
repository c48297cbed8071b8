/* Only the executions in which the pointer is null end. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#ifndef CASE
#define CASE 3
#endif

int a, n, stopped;

static void *other(void *none)
{
	(void)none;
	stopped = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;
	int *p = __VERIFIER_nondet_int() ? &a : NULL;
	pthread_create(&t, NULL, other, NULL);
	n = 1;
	*p = 3;
	assert(p == &a && *p == CASE);
	pthread_join(t, NULL);
	assert(stopped);
	return 0;
}
