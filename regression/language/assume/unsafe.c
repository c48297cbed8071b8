#include <assert.h>

extern void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	assert(x != 9); /* violated */
	__VERIFIER_assume(x != 9);
}
