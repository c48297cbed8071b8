#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	long y = (long)x * 2;
	assert(y / 2 == x);
}
