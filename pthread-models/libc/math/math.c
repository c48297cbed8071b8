/* math.h for double: the functions whose result IEEE 754 fixes. */
#include "../../mc.h"

int *__errno_location(void);

static void math_domain_error(void) {
	*__errno_location() = 33; /* EDOM */
}

double fabs(double x) {
	return __builtin_fabs(x);
}

double sqrt(double x) {
	if (x < 0)
		math_domain_error();
	return __builtin_sqrt(x);
}

double floor(double x) {
	return __builtin_floor(x);
}

double ceil(double x) {
	return __builtin_ceil(x);
}

double trunc(double x) {
	return __builtin_trunc(x);
}

double round(double x) {
	return __builtin_round(x);
}

double rint(double x) {
	return __builtin_rint(x);
}

double roundeven(double x) {
	return __builtin_roundeven(x);
}

double nearbyint(double x) {
	return __builtin_nearbyint(x);
}

double fmod(double x, double y) {
	if ((__builtin_isinf(x) && !__builtin_isnan(y)) || (y == 0 && !__builtin_isnan(x)))
		math_domain_error();
	return __builtin_fmod(x, y);
}

double copysign(double x, double y) {
	return __builtin_copysign(x, y);
}

double fma(double x, double y, double z) {
	return __builtin_fma(x, y, z);
}

/* A NaN is missing data: the other operand counts.  Of two zeros the sign may be either. */
double fmax(double x, double y) {
	if (__builtin_isnan(x) || (x == 0 && y == 0 && __mc_nondet_bool()))
		return y;
	return x < y ? y : x;
}

double fmin(double x, double y) {
	if (__builtin_isnan(x) || (x == 0 && y == 0 && __mc_nondet_bool()))
		return y;
	return y < x ? y : x;
}

double fdim(double x, double y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return x + y;
	double difference = x > y ? x - y : 0;
	if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
		*__errno_location() = 34; /* ERANGE */
	return difference;
}

double modf(double x, double *whole) {
	*whole = __builtin_trunc(x);
	return __builtin_copysign(__builtin_isinf(x) ? 0 : x - *whole, x);
}

/* Out of range is unspecified, not undefined: any value. */
static long to_long(double x) {
	if (x >= (double)(-__LONG_MAX__ - 1) && x < -(double)(-__LONG_MAX__ - 1))
		return (long)x;
	return __mc_nondet_long();
}

long lround(double x) {
	return to_long(__builtin_round(x));
}

long lrint(double x) {
	return to_long(__builtin_rint(x));
}

static long long to_long_long(double x) {
	if (x >= (double)(-__LONG_LONG_MAX__ - 1) && x < -(double)(-__LONG_LONG_MAX__ - 1))
		return (long long)x;
	return (long long)((unsigned long long)__mc_nondet_ulong() << 32 ^ __mc_nondet_ulong());
}

long long llround(double x) {
	return to_long_long(__builtin_round(x));
}

long long llrint(double x) {
	return to_long_long(__builtin_rint(x));
}

int __isnan(double x) {
	return __builtin_isnan(x);
}

int isnan(double x) {
	return __builtin_isnan(x);
}

int __isinf(double x) {
	if (!__builtin_isinf(x))
		return 0;
	return x > 0 ? 1 : -1;
}

int isinf(double x) {
	if (!__builtin_isinf(x))
		return 0;
	return x > 0 ? 1 : -1;
}

int __finite(double x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

int finite(double x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

int __signbit(double x) {
	return __builtin_signbit(x);
}

int __fpclassify(double x) {
	if (__builtin_isnan(x))
		return 0;
	if (__builtin_isinf(x))
		return 1;
	if (x == 0)
		return 2;
	return __builtin_isnormal(x) ? 4 : 3;
}
