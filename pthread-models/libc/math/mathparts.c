/* math.h for double: exponents, neighbours and remainders; all of it exact.  errno is set as glibc
 * does. */
#include "../../mc.h"

int *__errno_location(void);

enum { PARTS_DOMAIN_D = 33, PARTS_RANGE_D = 34 }; /* EDOM, ERANGE */

/* The parts of the pattern: sign, exponent, fraction. */
enum { DIGITS_D = 53, ONES_D = 0x7ff };
union pattern {
	double value;
	unsigned long long bits;
};

int __model_exponent(double x) {
	union pattern p = {.value = x};
	return (int)(p.bits >> (DIGITS_D - 1) & ONES_D);
}

double __model_with_exponent(double x, int field) {
	union pattern p = {.value = x};
	p.bits &= ~((unsigned long long)ONES_D << (DIGITS_D - 1));
	p.bits |= (unsigned long long)field << (DIGITS_D - 1);
	return p.value;
}

/* The neighbour that is farther from zero, or nearer; x is not zero. */
static double step(double x, int farther) {
	union pattern p = {.value = x};
	p.bits += farther ? 1 : -(unsigned long long)1;
	return p.value;
}

static double smallest(void) {
	union pattern p = {.bits = 1};
	return p.value;
}

/* Next to zero; glibc does not call this a range error. */
static double next_to_zero(int positive) {
	return positive ? smallest() : -smallest();
}

enum {
	BIAS_D = ONES_D / 2,
	LEAST_D = 1 - BIAS_D
}; /* LEAST: exponent of the smallest normal number */

static double parts_domain_error(void) {
	*__errno_location() = PARTS_DOMAIN_D;
	return __builtin_nan("");
}

/* 2 to the power of n, a normal number. */
static double power_of_two(int n) {
	return __model_with_exponent(1, n + BIAS_D);
}

double frexp(double x, int *exponent) {
	int field = __model_exponent(x), more = 0;
	*exponent = 0;
	if (x == 0 || field == ONES_D)
		return x;
	if (field == 0) { /* subnormal */
		more = DIGITS_D + 1;
		x *= power_of_two(DIGITS_D + 1);
		field = __model_exponent(x);
	}
	*exponent = field - (BIAS_D - 1) - more;
	return __model_with_exponent(x, BIAS_D - 1);
}

/* x * 2^n, rounded once: no step before the last is inexact. */
static double scaled(double x, int n) {
	for (int i = 0; i < 2 && n > BIAS_D; i++) {
		x *= power_of_two(BIAS_D);
		n -= BIAS_D;
	}
	for (int i = 0; i < 2 && n < LEAST_D; i++) {
		x *= power_of_two(LEAST_D + DIGITS_D);
		n -= LEAST_D + DIGITS_D;
	}
	n = n > BIAS_D ? BIAS_D : n < LEAST_D ? LEAST_D : n;
	return x * power_of_two(n);
}

double scalbn(double x, int n) {
	if (x == 0 || __model_exponent(x) == ONES_D)
		return x;
	double value = scaled(x, n);
	if (value == 0 || __builtin_isinf(value))
		*__errno_location() = PARTS_RANGE_D;
	return value;
}

double ldexp(double x, int n) {
	return scalbn(x, n);
}

double scalbln(double x, long n) {
	return scalbn(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

/* The exponent of a finite number other than 0. */
static int binary_exponent(double x) {
	int exponent;
	frexp(x, &exponent);
	return exponent - 1;
}

double logb(double x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_inf();
	return x == 0 ? -__builtin_inf() : (double)binary_exponent(x);
}

int ilogb(double x) {
	if (x != 0 && __model_exponent(x) != ONES_D)
		return binary_exponent(x);
	*__errno_location() = PARTS_DOMAIN_D;
	if (__builtin_isinf(x))
		return __INT_MAX__;
#if defined(__i386__) || defined(__x86_64__)
	return -__INT_MAX__ - 1;
#else
	return x == 0 ? -__INT_MAX__ : __INT_MAX__;
#endif
}

/* The neighbour of x above (up) or below; x is finite and not zero. */
static double neighbour(double x, int up) {
	double value = step(x, (x > 0) == up);
	if (__builtin_isinf(value) || __model_exponent(value) == 0)
		*__errno_location() = PARTS_RANGE_D;
	return value;
}

double nextafter(double x, double y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	if (x == y)
		return y;
	if (x == 0)
		return next_to_zero(y > 0);
	return __builtin_isinf(x) ? step(x, 0) : neighbour(x, y > x);
}

double nexttoward(double x, long double y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	if (x == y)
		return (double)y;
	if (x == 0)
		return next_to_zero(y > 0);
	return __builtin_isinf(x) ? step(x, 0) : neighbour(x, y > x);
}

/* The remainder that is nearest to zero, of numbers that have one; *bits: the last three bits of
 * the quotient.  fmod is exact, and so are the differences. */
static double nearest_remainder(double x, double y, int *bits) {
	double size = __builtin_signbit(x) ? -x : x;
	int quotient = 0;
	y = __builtin_signbit(y) ? -y : y;
	/* Where a multiple of y would be infinite, x is below it. */
	if (y < power_of_two(BIAS_D - 2))
		size = __builtin_fmod(size, 8 * y);
	if (y < power_of_two(BIAS_D - 1) && size >= 4 * y) {
		size -= 4 * y;
		quotient += 4;
	}
	if (y < power_of_two(BIAS_D) && size >= 2 * y) {
		size -= 2 * y;
		quotient += 2;
	}
	/* Now size < 2 * y.  Halves of small numbers are inexact, doubles of large ones infinite. */
	int is_small = y < power_of_two(LEAST_D + 1);
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

double remainder(double x, double y) {
	int bits;
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	if (__builtin_isinf(x) || y == 0)
		return parts_domain_error();
	return __builtin_isinf(y) ? x : nearest_remainder(x, y, &bits);
}

double drem(double x, double y) {
	return remainder(x, y);
}

double remquo(double x, double y, int *quotient) {
	int bits = 0;
	*quotient = 0;
	if (__builtin_isnan(x) || __builtin_isnan(y) || __builtin_isinf(x) || y == 0)
		return __builtin_nan("");
	double value = __builtin_isinf(y) ? x : nearest_remainder(x, y, &bits);
	*quotient = !__builtin_signbit(x) == !__builtin_signbit(y) ? bits : -bits;
	return value;
}

double nan(const char *tag) {
	(void)*tag;
	return __builtin_nan("");
}
