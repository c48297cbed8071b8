#include <assert.h>
#include <limits.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned x = __VERIFIER_nondet_uint();
	unsigned char c = 255;
	c++;
	assert(UINT_MAX + 1u == 0 && c == 0 && x - x == 0 && (x ^ x) == 0);
	assert((x & 1) == x % 2 && (x | ~x) == UINT_MAX);
}
