/* math.h for long double: the functions whose result IEEE 754 fixes. */
#include "../../mc.h"

int *__errno_location(void);

static void math_domain_errorl(void) {
	*__errno_location() = 33; /* EDOM */
}

long double fabsl(long double x) {
	return __builtin_fabsl(x);
}

long double sqrtl(long double x) {
	if (x < 0)
		math_domain_errorl();
	return __builtin_sqrtl(x);
}

long double floorl(long double x) {
	return __builtin_floorl(x);
}

long double ceill(long double x) {
	return __builtin_ceill(x);
}

long double truncl(long double x) {
	return __builtin_truncl(x);
}

long double roundl(long double x) {
	return __builtin_roundl(x);
}

long double rintl(long double x) {
	return __builtin_rintl(x);
}

long double roundevenl(long double x) {
	return __builtin_roundevenl(x);
}

long double nearbyintl(long double x) {
	return __builtin_nearbyintl(x);
}

long double fmodl(long double x, long double y) {
	if ((__builtin_isinf(x) && !__builtin_isnan(y)) || (y == 0 && !__builtin_isnan(x)))
		math_domain_errorl();
	return __builtin_fmodl(x, y);
}

long double copysignl(long double x, long double y) {
	return __builtin_copysignl(x, y);
}

long double fmal(long double x, long double y, long double z) {
	return __builtin_fmal(x, y, z);
}

/* A NaN is missing data: the other operand counts.  Of two zeros the sign may be either. */
long double fmaxl(long double x, long double y) {
	if (__builtin_isnan(x) || (x == 0 && y == 0 && __mc_nondet_bool()))
		return y;
	return x < y ? y : x;
}

long double fminl(long double x, long double y) {
	if (__builtin_isnan(x) || (x == 0 && y == 0 && __mc_nondet_bool()))
		return y;
	return y < x ? y : x;
}

long double fdiml(long double x, long double y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return x + y;
	long double difference = x > y ? x - y : 0;
	if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
		*__errno_location() = 34; /* ERANGE */
	return difference;
}

long double modfl(long double x, long double *whole) {
	*whole = __builtin_truncl(x);
	return __builtin_copysignl(__builtin_isinf(x) ? 0 : x - *whole, x);
}

/* Out of range is unspecified, not undefined: any value. */
static long to_long_l(long double x) {
	if (x >= (long double)(-__LONG_MAX__ - 1) && x < -(long double)(-__LONG_MAX__ - 1))
		return (long)x;
	return __mc_nondet_long();
}

long lroundl(long double x) {
	return to_long_l(__builtin_roundl(x));
}

long lrintl(long double x) {
	return to_long_l(__builtin_rintl(x));
}

static long long to_long_long_l(long double x) {
	if (x >= (long double)(-__LONG_LONG_MAX__ - 1) && x < -(long double)(-__LONG_LONG_MAX__ - 1))
		return (long long)x;
	return (long long)((unsigned long long)__mc_nondet_ulong() << 32 ^ __mc_nondet_ulong());
}

long long llroundl(long double x) {
	return to_long_long_l(__builtin_roundl(x));
}

long long llrintl(long double x) {
	return to_long_long_l(__builtin_rintl(x));
}

int __isnanl(long double x) {
	return __builtin_isnan(x);
}

int isnanl(long double x) {
	return __builtin_isnan(x);
}

int __isinfl(long double x) {
	if (!__builtin_isinf(x))
		return 0;
	return x > 0 ? 1 : -1;
}

int isinfl(long double x) {
	if (!__builtin_isinf(x))
		return 0;
	return x > 0 ? 1 : -1;
}

int __finitel(long double x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

int finitel(long double x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

int __signbitl(long double x) {
	return __builtin_signbit(x);
}

int __fpclassifyl(long double x) {
	if (__builtin_isnan(x))
		return 0;
	if (__builtin_isinf(x))
		return 1;
	if (x == 0)
		return 2;
	return __builtin_isnormal(x) ? 4 : 3;
}
