/* Only clz and ctz have no result for 0; ffs, clrsb and popcount do. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned x = __VERIFIER_nondet_uint();
	assert(__builtin_ffs(0) == 0 && __builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31);
	assert(__builtin_clrsb(1) == 30 && __builtin_clrsb(-2) == 30 && __builtin_clrsbll(1) == 62);
	assert(__builtin_popcount(x) >= 0 && __builtin_ffs((int)x) <= 32);
	if (x >= LEAST)
		assert(COUNT(x) < 32);
	return x == 0 ? 0 : __builtin_ctz(x);
}
