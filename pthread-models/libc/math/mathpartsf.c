/* math.h for float: exponents, neighbours and remainders; all of it exact.  errno is set as glibc
 * does. */
#include "../../mc.h"

int *__errno_location(void);

enum { PARTS_DOMAIN_F = 33, PARTS_RANGE_F = 34 }; /* EDOM, ERANGE */

/* The parts of the pattern: sign, exponent, fraction. */
enum { DIGITS_F = 24, ONES_F = 0xff };
union patternf {
	float value;
	unsigned bits;
};

int __model_exponentf(float x) {
	union patternf p = {.value = x};
	return (int)(p.bits >> (DIGITS_F - 1) & ONES_F);
}

float __model_with_exponentf(float x, int field) {
	union patternf p = {.value = x};
	p.bits &= ~((unsigned)ONES_F << (DIGITS_F - 1));
	p.bits |= (unsigned)field << (DIGITS_F - 1);
	return p.value;
}

/* The neighbour that is farther from zero, or nearer; x is not zero. */
static float stepf(float x, int farther) {
	union patternf p = {.value = x};
	p.bits += farther ? 1 : -(unsigned)1;
	return p.value;
}

static float smallestf(void) {
	union patternf p = {.bits = 1};
	return p.value;
}

/* Next to zero; glibc does not call this a range error. */
static float next_to_zerof(int positive) {
	return positive ? smallestf() : -smallestf();
}

enum {
	BIAS_F = ONES_F / 2,
	LEAST_F = 1 - BIAS_F
}; /* LEAST: exponent of the smallest normal number */

static float parts_domain_errorf(void) {
	*__errno_location() = PARTS_DOMAIN_F;
	return __builtin_nanf("");
}

/* 2 to the power of n, a normal number. */
static float power_of_twof(int n) {
	return __model_with_exponentf(1, n + BIAS_F);
}

float frexpf(float x, int *exponent) {
	int field = __model_exponentf(x), more = 0;
	*exponent = 0;
	if (x == 0 || field == ONES_F)
		return x;
	if (field == 0) { /* subnormal */
		more = DIGITS_F + 1;
		x *= power_of_twof(DIGITS_F + 1);
		field = __model_exponentf(x);
	}
	*exponent = field - (BIAS_F - 1) - more;
	return __model_with_exponentf(x, BIAS_F - 1);
}

/* x * 2^n, rounded once: no step before the last is inexact. */
static float scaledf(float x, int n) {
	for (int i = 0; i < 2 && n > BIAS_F; i++) {
		x *= power_of_twof(BIAS_F);
		n -= BIAS_F;
	}
	for (int i = 0; i < 2 && n < LEAST_F; i++) {
		x *= power_of_twof(LEAST_F + DIGITS_F);
		n -= LEAST_F + DIGITS_F;
	}
	n = n > BIAS_F ? BIAS_F : n < LEAST_F ? LEAST_F : n;
	return x * power_of_twof(n);
}

float scalbnf(float x, int n) {
	if (x == 0 || __model_exponentf(x) == ONES_F)
		return x;
	float value = scaledf(x, n);
	if (value == 0 || __builtin_isinf(value))
		*__errno_location() = PARTS_RANGE_F;
	return value;
}

float ldexpf(float x, int n) {
	return scalbnf(x, n);
}

float scalblnf(float x, long n) {
	return scalbnf(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

/* The exponent of a finite number other than 0. */
static int binary_exponentf(float x) {
	int exponent;
	frexpf(x, &exponent);
	return exponent - 1;
}

float logbf(float x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_inff();
	return x == 0 ? -__builtin_inff() : (float)binary_exponentf(x);
}

int ilogbf(float x) {
	if (x != 0 && __model_exponentf(x) != ONES_F)
		return binary_exponentf(x);
	*__errno_location() = PARTS_DOMAIN_F;
	if (__builtin_isinf(x))
		return __INT_MAX__;
#if defined(__i386__) || defined(__x86_64__)
	return -__INT_MAX__ - 1;
#else
	return x == 0 ? -__INT_MAX__ : __INT_MAX__;
#endif
}

/* The neighbour of x above (up) or below; x is finite and not zero. */
static float neighbourf(float x, int up) {
	float value = stepf(x, (x > 0) == up);
	if (__builtin_isinf(value) || __model_exponentf(value) == 0)
		*__errno_location() = PARTS_RANGE_F;
	return value;
}

float nextafterf(float x, float y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanf("");
	if (x == y)
		return y;
	if (x == 0)
		return next_to_zerof(y > 0);
	return __builtin_isinf(x) ? stepf(x, 0) : neighbourf(x, y > x);
}

float nexttowardf(float x, long double y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanf("");
	if (x == y)
		return (float)y;
	if (x == 0)
		return next_to_zerof(y > 0);
	return __builtin_isinf(x) ? stepf(x, 0) : neighbourf(x, y > x);
}

/* The remainder that is nearest to zero, of numbers that have one; *bits: the last three bits of
 * the quotient.  fmod is exact, and so are the differences. */
static float nearest_remainderf(float x, float y, int *bits) {
	float size = __builtin_signbit(x) ? -x : x;
	int quotient = 0;
	y = __builtin_signbit(y) ? -y : y;
	/* Where a multiple of y would be infinite, x is below it. */
	if (y < power_of_twof(BIAS_F - 2))
		size = __builtin_fmodf(size, 8 * y);
	if (y < power_of_twof(BIAS_F - 1) && size >= 4 * y) {
		size -= 4 * y;
		quotient += 4;
	}
	if (y < power_of_twof(BIAS_F) && size >= 2 * y) {
		size -= 2 * y;
		quotient += 2;
	}
	/* Now size < 2 * y.  Halves of small numbers are inexact, doubles of large ones infinite. */
	int is_small = y < power_of_twof(LEAST_F + 1);
	if (is_small ? size + size > y : size > y / 2) {
		size -= y;
		quotient++;
		if (is_small ? size + size >= y : size >= y / 2) {
			size -= y;
			quotient++;
		}
	}
	*bits = quotient & 7;
	if (size == 0) /* a difference that is zero is -0 where numbers are rounded down */
		size = 0;
	return __builtin_signbit(x) ? -size : size;
}

float remainderf(float x, float y) {
	int bits;
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanf("");
	if (__builtin_isinf(x) || y == 0)
		return parts_domain_errorf();
	return __builtin_isinf(y) ? x : nearest_remainderf(x, y, &bits);
}

float dremf(float x, float y) {
	return remainderf(x, y);
}

float remquof(float x, float y, int *quotient) {
	int bits = 0;
	*quotient = 0;
	if (__builtin_isnan(x) || __builtin_isnan(y) || __builtin_isinf(x) || y == 0)
		return __builtin_nanf("");
	float value = __builtin_isinf(y) ? x : nearest_remainderf(x, y, &bits);
	*quotient = !__builtin_signbit(x) == !__builtin_signbit(y) ? bits : -bits;
	return value;
}

float nanf(const char *tag) {
	(void)*tag;
	return __builtin_nanf("");
}
