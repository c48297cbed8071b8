#include <assert.h>

int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b)
{
	*a ^= *b;
	*b ^= *a;
	*a ^= *b;
}

int main(void)
{
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), old = x;
	swap(&x, &y);
	swap(&y, &y);
	assert(y == old); /* violated */
}
