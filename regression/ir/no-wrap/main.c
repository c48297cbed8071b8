/* Nothing wraps around: both readings agree. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	if (x < -1000 || x > 1000 || y < 1 || y > 1000)
		return 0;
	int q = x / y, r = x % y;
	short s = (short)(3 * x - 2 * y);
	unsigned char low = (unsigned char)x;
	assert(r > -y && r < y);
	assert(s + 2 * y == 3 * x);
	assert((low & 15) == (x & 15));
#ifdef WRONG
	assert(q * 2 + 1 < 2000);
#else
	assert(q * 2 + 1 < 2002);
#endif
}
