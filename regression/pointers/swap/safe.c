#include <assert.h>

int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b)
{
	int held = *a;
	*a = *b;
	*b = held;
}

int main(void)
{
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), old = x;
	swap(&x, &y);
	swap(&x, &x);
	assert(y == old);
}
