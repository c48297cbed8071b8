#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int() % 2;
	assert(x != BAD);
}
