/* Exponents, neighbours and remainders, of long double too: exact. */
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

#ifdef BUG
#define EXPONENT 5
#else
#define EXPONENT 6
#endif

int main(void)
{
	int e, q;
	double x = __VERIFIER_nondet_double();
	assert(frexp(48, &e) == 0.75 && e == EXPONENT);
	if (x >= 16 && x < 32) {
		assert(ldexp(frexp(x, &e), 5) == x && e == 5);
		assert(logb(x) == 4 && ilogb(-x) == 4);
		assert(nextafter(x, 100) > x && nextafter(nextafter(x, 100), 0) == x);
	}
	assert(frexpl(0x1.8p-16400L, &e) == 0.75L && e == -16399);
	assert(nextafterl(2, 1) == 2 - LDBL_EPSILON && nextafterl(nextafterl(2, 1), 3) == 2);
	assert(nextafterl(nextafterl(0x1p-16382L, 0), 1) == 0x1p-16382L);
	assert(ldexp(0x1.fffffffffffffp0, -1074) == 0x1p-1073); /* rounded once */
	assert(remainder(4.5, 3) == -1.5 && remquo(-29, 3, &q) == 1 && (-q & 7) == 2);
	errno = 0;
	assert(ldexp(1, 5000) == INFINITY && errno == ERANGE);
	errno = 0;
	assert(isnan(fmod(1, 0)) && errno == EDOM);
	errno = 0;
	assert(isnan(sqrt(-1)) && errno == EDOM);
}
