/* math.h for float: the functions whose result IEEE 754 fixes. */
#include "../../mc.h"

int *__errno_location(void);

static void math_domain_errorf(void) {
	*__errno_location() = 33; /* EDOM */
}

float fabsf(float x) {
	return __builtin_fabsf(x);
}

float sqrtf(float x) {
	if (x < 0)
		math_domain_errorf();
	return __builtin_sqrtf(x);
}

float floorf(float x) {
	return __builtin_floorf(x);
}

float ceilf(float x) {
	return __builtin_ceilf(x);
}

float truncf(float x) {
	return __builtin_truncf(x);
}

float roundf(float x) {
	return __builtin_roundf(x);
}

float rintf(float x) {
	return __builtin_rintf(x);
}

float roundevenf(float x) {
	return __builtin_roundevenf(x);
}

float nearbyintf(float x) {
	return __builtin_nearbyintf(x);
}

float fmodf(float x, float y) {
	if ((__builtin_isinf(x) && !__builtin_isnan(y)) || (y == 0 && !__builtin_isnan(x)))
		math_domain_errorf();
	return __builtin_fmodf(x, y);
}

float copysignf(float x, float y) {
	return __builtin_copysignf(x, y);
}

float fmaf(float x, float y, float z) {
	return __builtin_fmaf(x, y, z);
}

/* A NaN is missing data: the other operand counts.  Of two zeros the sign may be either. */
float fmaxf(float x, float y) {
	if (__builtin_isnan(x) || (x == 0 && y == 0 && __mc_nondet_bool()))
		return y;
	return x < y ? y : x;
}

float fminf(float x, float y) {
	if (__builtin_isnan(x) || (x == 0 && y == 0 && __mc_nondet_bool()))
		return y;
	return y < x ? y : x;
}

float fdimf(float x, float y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return x + y;
	float difference = x > y ? x - y : 0;
	if (__builtin_isinf(difference) && !__builtin_isinf(x) && !__builtin_isinf(y))
		*__errno_location() = 34; /* ERANGE */
	return difference;
}

float modff(float x, float *whole) {
	*whole = __builtin_truncf(x);
	return __builtin_copysignf(__builtin_isinf(x) ? 0 : x - *whole, x);
}

/* Out of range is unspecified, not undefined: any value. */
static long to_long_f(float x) {
	if (x >= (float)(-__LONG_MAX__ - 1) && x < -(float)(-__LONG_MAX__ - 1))
		return (long)x;
	return __mc_nondet_long();
}

long lroundf(float x) {
	return to_long_f(__builtin_roundf(x));
}

long lrintf(float x) {
	return to_long_f(__builtin_rintf(x));
}

static long long to_long_long_f(float x) {
	if (x >= (float)(-__LONG_LONG_MAX__ - 1) && x < -(float)(-__LONG_LONG_MAX__ - 1))
		return (long long)x;
	return (long long)((unsigned long long)__mc_nondet_ulong() << 32 ^ __mc_nondet_ulong());
}

long long llroundf(float x) {
	return to_long_long_f(__builtin_roundf(x));
}

long long llrintf(float x) {
	return to_long_long_f(__builtin_rintf(x));
}

int __isnanf(float x) {
	return __builtin_isnan(x);
}

int isnanf(float x) {
	return __builtin_isnan(x);
}

int __isinff(float x) {
	if (!__builtin_isinf(x))
		return 0;
	return x > 0 ? 1 : -1;
}

int isinff(float x) {
	if (!__builtin_isinf(x))
		return 0;
	return x > 0 ? 1 : -1;
}

int __finitef(float x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

int finitef(float x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

int __signbitf(float x) {
	return __builtin_signbit(x);
}

int __fpclassifyf(float x) {
	if (__builtin_isnan(x))
		return 0;
	if (__builtin_isinf(x))
		return 1;
	if (x == 0)
		return 2;
	return __builtin_isnormal(x) ? 4 : 3;
}
