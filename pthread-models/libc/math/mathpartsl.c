/* math.h for long double: exponents, neighbours and remainders; all of it exact.  errno is set as
 * glibc does. */
#include "../../mc.h"

int *__errno_location(void);

enum { PARTS_DOMAIN_L = 33, PARTS_RANGE_L = 34 }; /* EDOM, ERANGE */

#if __LDBL_MANT_DIG__ == 113
struct long_words { /* the sign and the exponent are the highest bits */
	unsigned long long low, high;
};
#define LONG_SHIFT 48
#else
struct long_words { /* x87: the leading bit is stored */
	unsigned long long low;
	unsigned short high;
};
#define LONG_SHIFT 0
#endif
enum { DIGITS_L = __LDBL_MANT_DIG__, ONES_L = 0x7fff };
union patternl {
	long double value;
	struct long_words bits;
};

int __model_exponentl(long double x) {
	union patternl p = {.value = x};
	return (int)(p.bits.high >> LONG_SHIFT & ONES_L);
}

long double __model_with_exponentl(long double x, int field) {
	union patternl p = {.value = x};
	p.bits.high &= ~((unsigned long long)ONES_L << LONG_SHIFT);
	p.bits.high |= (unsigned long long)field << LONG_SHIFT;
	return p.value;
}

/* The neighbour that is farther from zero, or nearer; x is not zero. */
static long double stepl(long double x, int farther) {
	union patternl p = {.value = x};
	unsigned long long before = p.bits.low;
	p.bits.low += farther ? 1 : -1ull;
#if __LDBL_MANT_DIG__ == 113
	if (farther ? p.bits.low == 0 : before == 0)
		p.bits.high += farther ? 1 : -1ull;
#else
	/* The leading bit is set in all numbers but the subnormal ones. */
	const unsigned long long lead = 1ull << 63;
	if (farther && p.bits.low == 0) {
		p.bits.low = lead;
		p.bits.high++;
	} else if (farther && p.bits.low == lead && before == lead - 1) {
		p.bits.high++;
	} else if (!farther && before == lead && (p.bits.high & ONES_L) != 0) {
		p.bits.low = (p.bits.high & ONES_L) == 1 ? lead - 1 : -1ull;
		p.bits.high--;
	}
#endif
	return p.value;
}

static long double smallestl(void) {
	union patternl p = {.value = 0};
	p.bits.low = 1;
	return p.value;
}

/* Next to zero; glibc does not call this a range error. */
static long double next_to_zerol(int positive) {
	return positive ? smallestl() : -smallestl();
}

enum {
	BIAS_L = ONES_L / 2,
	LEAST_L = 1 - BIAS_L
}; /* LEAST: exponent of the smallest normal number */

static long double parts_domain_errorl(void) {
	*__errno_location() = PARTS_DOMAIN_L;
	return __builtin_nanl("");
}

/* 2 to the power of n, a normal number. */
static long double power_of_twol(int n) {
	return __model_with_exponentl(1, n + BIAS_L);
}

long double frexpl(long double x, int *exponent) {
	int field = __model_exponentl(x), more = 0;
	*exponent = 0;
	if (x == 0 || field == ONES_L)
		return x;
	if (field == 0) { /* subnormal */
		more = DIGITS_L + 1;
		x *= power_of_twol(DIGITS_L + 1);
		field = __model_exponentl(x);
	}
	*exponent = field - (BIAS_L - 1) - more;
	return __model_with_exponentl(x, BIAS_L - 1);
}

/* x * 2^n, rounded once: no step before the last is inexact. */
static long double scaledl(long double x, int n) {
	for (int i = 0; i < 2 && n > BIAS_L; i++) {
		x *= power_of_twol(BIAS_L);
		n -= BIAS_L;
	}
	for (int i = 0; i < 2 && n < LEAST_L; i++) {
		x *= power_of_twol(LEAST_L + DIGITS_L);
		n -= LEAST_L + DIGITS_L;
	}
	n = n > BIAS_L ? BIAS_L : n < LEAST_L ? LEAST_L : n;
	return x * power_of_twol(n);
}

long double scalbnl(long double x, int n) {
	if (x == 0 || __model_exponentl(x) == ONES_L)
		return x;
	long double value = scaledl(x, n);
	if (value == 0 || __builtin_isinf(value))
		*__errno_location() = PARTS_RANGE_L;
	return value;
}

long double ldexpl(long double x, int n) {
	return scalbnl(x, n);
}

long double scalblnl(long double x, long n) {
	return scalbnl(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

/* The exponent of a finite number other than 0. */
static int binary_exponentl(long double x) {
	int exponent;
	frexpl(x, &exponent);
	return exponent - 1;
}

long double logbl(long double x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_infl();
	return x == 0 ? -__builtin_infl() : (long double)binary_exponentl(x);
}

int ilogbl(long double x) {
	if (x != 0 && __model_exponentl(x) != ONES_L)
		return binary_exponentl(x);
	*__errno_location() = PARTS_DOMAIN_L;
	if (__builtin_isinf(x))
		return __INT_MAX__;
#if defined(__i386__) || defined(__x86_64__)
	return -__INT_MAX__ - 1;
#else
	return x == 0 ? -__INT_MAX__ : __INT_MAX__;
#endif
}

/* The neighbour of x above (up) or below; x is finite and not zero. */
static long double neighbourl(long double x, int up) {
	long double value = stepl(x, (x > 0) == up);
	if (__builtin_isinf(value) || __model_exponentl(value) == 0)
		*__errno_location() = PARTS_RANGE_L;
	return value;
}

long double nextafterl(long double x, long double y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanl("");
	if (x == y)
		return y;
	if (x == 0)
		return next_to_zerol(y > 0);
	return __builtin_isinf(x) ? stepl(x, 0) : neighbourl(x, y > x);
}

long double nexttowardl(long double x, long double y) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanl("");
	if (x == y)
		return (long double)y;
	if (x == 0)
		return next_to_zerol(y > 0);
	return __builtin_isinf(x) ? stepl(x, 0) : neighbourl(x, y > x);
}

/* The remainder that is nearest to zero, of numbers that have one; *bits: the last three bits of
 * the quotient.  fmod is exact, and so are the differences. */
static long double nearest_remainderl(long double x, long double y, int *bits) {
	long double size = __builtin_signbit(x) ? -x : x;
	int quotient = 0;
	y = __builtin_signbit(y) ? -y : y;
	/* Where a multiple of y would be infinite, x is below it. */
	if (y < power_of_twol(BIAS_L - 2))
		size = __builtin_fmodl(size, 8 * y);
	if (y < power_of_twol(BIAS_L - 1) && size >= 4 * y) {
		size -= 4 * y;
		quotient += 4;
	}
	if (y < power_of_twol(BIAS_L) && size >= 2 * y) {
		size -= 2 * y;
		quotient += 2;
	}
	/* Now size < 2 * y.  Halves of small numbers are inexact, doubles of large ones infinite. */
	int is_small = y < power_of_twol(LEAST_L + 1);
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

long double remainderl(long double x, long double y) {
	int bits;
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanl("");
	if (__builtin_isinf(x) || y == 0)
		return parts_domain_errorl();
	return __builtin_isinf(y) ? x : nearest_remainderl(x, y, &bits);
}

long double dreml(long double x, long double y) {
	return remainderl(x, y);
}

long double remquol(long double x, long double y, int *quotient) {
	int bits = 0;
	*quotient = 0;
	if (__builtin_isnan(x) || __builtin_isnan(y) || __builtin_isinf(x) || y == 0)
		return __builtin_nanl("");
	long double value = __builtin_isinf(y) ? x : nearest_remainderl(x, y, &bits);
	*quotient = !__builtin_signbit(x) == !__builtin_signbit(y) ? bits : -bits;
	return value;
}

long double nanl(const char *tag) {
	(void)*tag;
	return __builtin_nanl("");
}
