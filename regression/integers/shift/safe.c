#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), x = 1;
	if (n < 32)
		x <<= n;
	assert(x != 0);
	assert(-8 >> 1 == -4 && 0x80000000u >> 31 == 1);
}
