/* A remainder that is zero has the sign of the dividend, also where numbers are rounded down. */
#include <assert.h>
#include <fenv.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
	double x = __VERIFIER_nondet_double();
	if (fesetround(FE_DOWNWARD) != 0 || (x != 1 && x != 3))
		return 0;
	double plus = remainder(x, x), minus = remainder(-x, x);
	assert(plus == 0 && minus == 0 && signbit(minus) && signbit(remainderf(-1, 1)));
	assert(!!signbit(plus) == SIGN && !!signbit(remainderl(1, 1)) == SIGN);
	return 0;
}
