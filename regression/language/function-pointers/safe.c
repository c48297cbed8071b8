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

static int apply(int (*f)(int), int x)
{
	return f(x);
}

int main(void)
{
	int (*table[2])(int) = {twice, next};
	int i = __VERIFIER_nondet_int() & 1;
	assert(apply(table[i], 5) == (i ? 6 : 10));
	assert((*table[0])(4) == 8 && (**next)(4) == 5);
}
