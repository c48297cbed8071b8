#include <assert.h>
#include <math.h>

int main(void)
{
	assert(sqrt(2.25) == 1.5 && fabs(-3.5) == 3.5 && floor(-1.5) == -2 && ceil(1.2) == 2);
	assert(trunc(-1.9) == -1 && round(2.5) == 3 && rint(2.5) == 2 && fmod(7.5, 2) == 1.5);
	assert(isnan(NAN) && isinf(INFINITY) && signbit(-0.0) && !isnan(1.0));
	assert(fmax(1, NAN) == 1 && fmin(2, 1) == 1 && copysign(2, -1) == -2);
	assert(lround(2.5) == 3 && sin(0.0) == 0 && pow(5, 0) == 1);
	assert(fpclassify(0.0) == FP_ZERO && fpclassify(1.0) == FP_NORMAL);
}
