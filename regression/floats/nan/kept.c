/* A copy keeps the bits of a NaN, a conversion its sign and what fits of its payload, with the quiet
 * bit: as arguments, results, in memory, and to and from a wider type. */
#include <assert.h>
#include <string.h>

unsigned long __VERIFIER_nondet_ulong(void);

static double same(double x) {
	return x;
}

static long double wide(float x) {
	return x;
}

static double number(unsigned long bits) {
	double x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

static unsigned long bits_of(double x) {
	unsigned long bits;
	memcpy(&bits, &x, sizeof bits);
	return bits;
}

int main(void) {
	unsigned long payload = __VERIFIER_nondet_ulong() & 0xfffffffful;
	unsigned long boxed = 0xfff8000000000000ul | payload;
	switch (ASKED) {
	case 0: assert(bits_of(same(number(boxed))) == (boxed BUG)); break;
	case 1: assert(bits_of((float)number(0xfff8000000000000ul | payload << 20)) == (0xfff8000000000000ul | (payload >> 9 BUG) << 29)); break;
	case 2: assert(bits_of((double)wide((float)number(0xfff8000020000000ul))) == (0xfff8000020000000ul BUG)); break;
	case 3: assert(!!__builtin_signbit(same(-__builtin_nan(""))) == (1 BUG)); break;
	default: assert(!!__builtin_signbit((float)same(-__builtin_nan(""))) == (1 BUG)); break;
	}
	return 0;
}
