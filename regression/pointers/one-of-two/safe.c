#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = 1, y = 2, c = __VERIFIER_nondet_int();
	int *p = c ? &x : &y;
	*p = 9;
	assert(x + y == (c ? 11 : 10));
}
