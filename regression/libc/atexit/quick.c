/* quick_exit runs its own handlers and no others; _Exit runs none. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void never(void)
{
	assert(0); /* violated if exit is called */
}

static int n;

static void quick(void)
{
	assert(n == 1);
}

static void quicker(void)
{
	n++;
}

int main(void)
{
	atexit(never);
	at_quick_exit(quick);
	at_quick_exit(quicker);
	if (__VERIFIER_nondet_int())
#ifdef BUG
		exit(1);
#else
		_Exit(1);
#endif
	quick_exit(0);
}
