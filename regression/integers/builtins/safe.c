#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned x = __VERIFIER_nondet_uint(), r;
	if (x) {
		assert(x >> (31 - __builtin_clz(x)) == 1);
		assert((x & (x - 1)) == (x ^ (1u << __builtin_ctz(x))));
	}
	assert(__builtin_popcount(0xf0f0u) == 8 && __builtin_bswap32(0x11223344) == 0x44332211);
	assert(__builtin_add_overflow(x, 1u, &r) == (x == 0xffffffffu) && r == x + 1);
	int s;
	assert(__builtin_mul_overflow(65536, 65536, &s) && !__builtin_sub_overflow(3, 4, &s) && s == -1);
}
