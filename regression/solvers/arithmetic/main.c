/* Wide and narrow arithmetic that no simplification decides; the unsafe one (-DLESS) leaves out a
 * bound. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
	int z = __VERIFIER_nondet_int();
	if (x > 300 || y > 300)
		return 0;
#ifndef LESS
	if (z < 2 || z > 100)
		return 0;
#endif
	if (z == 0)
		return 0;
	unsigned long long product = (unsigned long long)x * y;
	assert(product <= 90000);
	assert((int)(x % 100) / z <= 49);
	assert((x ^ y) < 512 && (x >> 3 << 3) + (x & 7) == x);
}
