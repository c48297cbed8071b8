#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned x = __VERIFIER_nondet_uint();
	assert(__builtin_popcount(x) < 32); /* violated */
}
