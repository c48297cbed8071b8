#include <assert.h>

int __VERIFIER_nondet_int(void);

static int twice(int x)
{
	return 2 * x;
}

static int next(int x)
{
	return x + 1;
}

int main(void)
{
	int (*f)(int) = __VERIFIER_nondet_int() ? twice : next;
	assert(f(5) == 10); /* violated */
}
