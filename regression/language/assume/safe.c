#include <assert.h>

extern void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x > 2);
	__VERIFIER_assume(x < 5);
	assert(x == 3 || x == 4);
	__VERIFIER_assume(0);
	assert(0);
}
