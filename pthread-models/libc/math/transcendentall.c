/* sin, exp, pow and their kin for long double.  Exact where C fixes the result and where the
 * arguments are constants (__mc_calculate, mc.h); elsewhere a number within bounds that are true of
 * every argument, and of which no violation is reported that the real function could not cause.
 * errno is set as glibc does. */
#include "../../mc.h"

int *__errno_location(void);
extern int signgam;

enum { MATH_DOMAIN_L = 33, MATH_RANGE_L = 34 }; /* EDOM, ERANGE */

/* Beyond these, exp overflows and is zero; what logarithms stay below. */
#define EXP_MOST_L     11356.6L
#define EXP_LEAST_L    -11433.5L
#define BINARY_MOST_L  16384.0L
#define BINARY_LEAST_L -16494.0L
#define HALF_PI_L      1.5707963267948966193L /* rounded up */

static int is_finitel(long double x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

/* Assumptions are expressions that name the value, without calls: where the value matters, so do
 * they (goto/slice/slice.h). */
static long double finitel_of(long double value) {
	__mc_assume(!__builtin_isnan(value) && !__builtin_isinf(value));
	return value;
}

static long double in_rangel(long double value, long double low, long double high) {
	__mc_assume(value >= low && value <= high);
	return value;
}

/* Numbers of odd functions have the sign of the argument. */
static long double oddl(long double value, long double x, long double most) {
	__mc_assume(!__builtin_signbit(value) == !__builtin_signbit(x));
	return in_rangel(value, -most, most);
}

static long double domain_errorl(void) {
	*__errno_location() = MATH_DOMAIN_L;
	return __builtin_nanl("");
}

static long double range_errorl(long double value) {
	*__errno_location() = MATH_RANGE_L;
	return value;
}

/* A finite argument has led beyond the numbers, or to zero. */
static long double check_rangel(long double value) {
	return value == 0 || __builtin_isinf(value) ? range_errorl(value) : value;
}

static long double check_overflowl(long double value) {
	return __builtin_isinf(value) ? range_errorl(value) : value;
}

long double sinl(long double x) {
	if (__builtin_isinf(x))
		return domain_errorl();
	if (__builtin_isnan(x) || x == 0)
		return x;
	return in_rangel(__mc_calculatel("sin", x, 0), -1, 1);
}

long double cosl(long double x) {
	if (__builtin_isinf(x))
		return domain_errorl();
	if (__builtin_isnan(x))
		return x;
	return x == 0 ? 1 : in_rangel(__mc_calculatel("cos", x, 0), -1, 1);
}

void sincosl(long double x, long double *sine, long double *cosine) {
	*sine = sinl(x);
	*cosine = cosl(x);
}

long double tanl(long double x) {
	if (__builtin_isinf(x))
		return domain_errorl();
	if (__builtin_isnan(x) || x == 0)
		return x;
	return finitel_of(__mc_calculatel("tan", x, 0));
}

long double asinl(long double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (!(x >= -1 && x <= 1))
		return domain_errorl();
	return oddl(__mc_calculatel("asin", x, 0), x, HALF_PI_L);
}

long double acosl(long double x) {
	if (__builtin_isnan(x))
		return x;
	if (!(x >= -1 && x <= 1))
		return domain_errorl();
	return x == 1 ? 0 : in_rangel(__mc_calculatel("acos", x, 0), 0, 2 * HALF_PI_L);
}

long double atanl(long double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	return oddl(__mc_calculatel("atan", x, 0), x, HALF_PI_L);
}

long double atan2l(long double y, long double x) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanl("");
	if (y == 0 && !__builtin_signbit(x))
		return y;
	long double value = oddl(__mc_calculatel("atan2", y, x), y, 2 * HALF_PI_L);
	return value == 0 && y != 0 && is_finitel(x) ? range_errorl(value) : value;
}

long double expl(long double x) {
	if (__builtin_isnan(x) || x == __builtin_infl())
		return x;
	if (x == -__builtin_infl())
		return 0;
	if (x == 0)
		return 1;
	if (x > EXP_MOST_L)
		return range_errorl(__builtin_infl());
	if (x < EXP_LEAST_L)
		return range_errorl(0);
	long double value = __mc_calculatel("exp", x, 0);
	__mc_assume(value > x && !__builtin_signbit(value));
	return check_rangel(x < 0 ? in_rangel(value, 0, 1) : in_rangel(value, 1, __builtin_infl()));
}

long double exp2l(long double x) {
	if (__builtin_isnan(x) || x == __builtin_infl())
		return x;
	if (x == -__builtin_infl())
		return 0;
	if (x == 0)
		return 1;
	if (x >= BINARY_MOST_L)
		return range_errorl(__builtin_infl());
	if (x < BINARY_LEAST_L - 1)
		return range_errorl(0);
	long double value = __mc_calculatel("exp2", x, 0);
	__mc_assume(!__builtin_signbit(value));
	return check_rangel(x < 0 ? in_rangel(value, 0, 1) : in_rangel(value, 1, __builtin_infl()));
}

long double exp10l(long double x) {
	if (__builtin_isnan(x) || x == __builtin_infl())
		return x;
	if (x == -__builtin_infl())
		return 0;
	if (x == 0)
		return 1;
	long double value = __mc_calculatel("exp10", x, 0);
	__mc_assume(!__builtin_signbit(value));
	return check_rangel(x < 0 ? in_rangel(value, 0, 1) : in_rangel(value, 1, __builtin_infl()));
}

long double expm1l(long double x) {
	if (__builtin_isnan(x) || x == __builtin_infl() || x == 0)
		return x;
	if (x == -__builtin_infl())
		return -1;
	long double value = __mc_calculatel("expm1", x, 0);
	if (x < 0)
		return in_rangel(value, -1, 0);
	return check_overflowl(in_rangel(value, 0, __builtin_infl()));
}

/* What all logarithms share; 'value' is used between the fixed points. */
static long double logarithml(long double x, long double value, long double low, long double high) {
	if (x < 0)
		return domain_errorl();
	if (x == 0)
		return range_errorl(-__builtin_infl());
	if (__builtin_isnan(x) || __builtin_isinf(x))
		return x;
	if (x == 1)
		return 0;
	return x < 1 ? in_rangel(value, low, 0) : in_rangel(value, 0, high);
}

long double logl(long double x) {
	return logarithml(x, __mc_calculatel("log", x, 0), EXP_LEAST_L, EXP_MOST_L);
}

long double log2l(long double x) {
	return logarithml(x, __mc_calculatel("log2", x, 0), BINARY_LEAST_L, BINARY_MOST_L);
}

long double log10l(long double x) {
	return logarithml(x, __mc_calculatel("log10", x, 0), EXP_LEAST_L / 2, EXP_MOST_L / 2);
}

long double log1pl(long double x) {
	if (x < -1)
		return domain_errorl();
	if (x == -1)
		return range_errorl(-__builtin_infl());
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return oddl(__mc_calculatel("log1p", x, 0), x, EXP_MOST_L);
}

long double sinhl(long double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return check_overflowl(oddl(__mc_calculatel("sinh", x, 0), x, __builtin_infl()));
}

long double coshl(long double x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_infl();
	if (x == 0)
		return 1;
	return check_overflowl(in_rangel(__mc_calculatel("cosh", x, 0), 1, __builtin_infl()));
}

long double tanhl(long double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 1 : -1;
	return oddl(__mc_calculatel("tanh", x, 0), x, 1);
}

long double asinhl(long double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return oddl(__mc_calculatel("asinh", x, 0), x, BINARY_MOST_L);
}

long double acoshl(long double x) {
	if (x < 1)
		return domain_errorl();
	if (__builtin_isnan(x) || __builtin_isinf(x))
		return x;
	return x == 1 ? 0 : in_rangel(__mc_calculatel("acosh", x, 0), 0, BINARY_MOST_L);
}

long double atanhl(long double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (x > 1 || x < -1)
		return domain_errorl();
	if (x == 1 || x == -1)
		return range_errorl(x * __builtin_infl());
	return oddl(__mc_calculatel("atanh", x, 0), x, 64);
}

long double cbrtl(long double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	long double value = finitel_of(__mc_calculatel("cbrt", x, 0));
	__mc_assume(value != 0 && !__builtin_signbit(value) == !__builtin_signbit(x));
	return value;
}

long double hypotl(long double x, long double y) {
	if (__builtin_isinf(x) || __builtin_isinf(y))
		return __builtin_infl();
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanl("");
	x = __builtin_signbit(x) ? -x : x;
	y = __builtin_signbit(y) ? -y : y;
	if (x == 0 || y == 0)
		return x == 0 ? y : x;
	return check_overflowl(
	    in_rangel(__mc_calculatel("hypot", x, y), x > y ? x : y, __builtin_infl()));
}

long double erfl(long double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 1 : -1;
	return oddl(__mc_calculatel("erf", x, 0), x, 1);
}

long double erfcl(long double x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 0 : 2;
	if (x == 0)
		return 1;
	long double value = in_rangel(__mc_calculatel("erfc", x, 0), 0, 2);
	return value == 0 ? range_errorl(0) : value;
}

long double tgammal(long double x) {
	if (__builtin_isnan(x) || x == __builtin_infl())
		return x;
	if (x == 0)
		return range_errorl(1 / x);
	if (x < 0 && (__builtin_isinf(x) || __builtin_truncl(x) == x))
		return domain_errorl();
	long double value = __mc_calculatel("tgamma", x, 0);
	__mc_assume(!__builtin_isnan(value) && (x < 0 || value > 0));
	return check_rangel(value);
}

/* The sign of gamma(x): -1 between -1 and 0, -3 and -2, ... */
static int sign_of_gammal(long double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || !__builtin_signbit(x))
		return 1;
	long double down = __builtin_floorl(x);
	return x == 0 || (down != x && __builtin_fmodl(down, 2) != 0) ? -1 : 1;
}

long double lgammal_r(long double x, int *sign) {
	*sign = sign_of_gammal(x);
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_infl();
	if (x <= 0 && __builtin_truncl(x) == x)
		return range_errorl(__builtin_infl());
	if (x == 1 || x == 2)
		return 0;
	long double value = __mc_calculatel("lgamma", x, 0);
	__mc_assume(!__builtin_isnan(value) && (!(x > 2) || value > 0));
	return check_overflowl(value);
}

long double lgammal(long double x) {
	return lgammal_r(x, &signgam);
}

static int is_oddl(long double x) {
	return __builtin_fmodl(x, 2) != 0 && __builtin_truncl(x) == x;
}

/* x or y is infinite or x is zero; neither is NaN, x is not 1, y not 0. */
static long double pow_of_extremel(long double x, long double y) {
	if (__builtin_isinf(y)) {
		long double size = __builtin_signbit(x) ? -x : x;
		if (size == 1)
			return 1;
		return (size > 1) == (y > 0) ? __builtin_infl() : 0;
	}
	long double size = (x == 0) == (y < 0) ? __builtin_infl() : 0;
	long double value = __builtin_signbit(x) && is_oddl(y) ? -size : size;
	return x == 0 && y < 0 ? range_errorl(value) : value;
}

/* Next to what one operation yields, or that. */
static long double near_tol(long double value, long double near) {
	long double size = __builtin_signbit(near) ? -near : near;
	long double low = __builtin_isinf(size) ? 0x1p16383L : size - size * 0x1p-60L;
	long double high = size <= 0x1p-16000L ? 2 * 0x1p-16000L : size + size * 0x1p-60L;
	low = size <= 0x1p-16000L ? 0 : low;
	__mc_assume(__builtin_signbit(value) ? -value >= low && -value <= high
	                                     : value >= low && value <= high);
	return value;
}

long double powl(long double x, long double y) {
	if (y == 0 || x == 1)
		return 1;
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanl("");
	if (x == 0 || __builtin_isinf(x) || __builtin_isinf(y))
		return pow_of_extremel(x, y);
	if (x < 0 && __builtin_truncl(y) != y)
		return domain_errorl();
	if (y == 1)
		return x;
	int is_negative = x < 0 && is_oddl(y);
	long double value = __mc_calculatel("pow", x, y), size = x < 0 ? -x : x;
	__mc_assume(!__builtin_isnan(value) && !__builtin_signbit(value) == !is_negative);
	if (y == 2)
		value = near_tol(value, x * x);
	else if (y == -1)
		value = near_tol(value, 1 / x);
	long double result = is_negative ? -value : value;
	__mc_assume(size == 1 ? result == 1 : (size > 1) == (y > 0) ? result >= 1 : result <= 1);
	return check_rangel(value);
}
