/* sin, exp, pow and their kin for double.  Exact where C fixes the result and where the arguments
 * are constants (__mc_calculate, mc.h); elsewhere a number within bounds that are true of every
 * argument, and of which no violation is reported that the real function could not cause.  errno is
 * set as glibc does. */
#include "../../mc.h"

int *__errno_location(void);
int signgam; /* of the last lgamma; threads share it */

enum { MATH_DOMAIN = 33, MATH_RANGE = 34 }; /* EDOM, ERANGE */

/* Beyond these, exp overflows and is zero; what logarithms stay below. */
#define EXP_MOST     709.79
#define EXP_LEAST    -745.14
#define BINARY_MOST  1024.0
#define BINARY_LEAST -1074.0
#define HALF_PI      1.570796326794897 /* rounded up */

static int is_finite(double x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

/* Assumptions are expressions that name the value, without calls: where the value matters, so do
 * they (goto/slice/slice.h). */
static double finite_of(double value) {
	__mc_assume(!__builtin_isnan(value) && !__builtin_isinf(value));
	return value;
}

static double in_range(double value, double low, double high) {
	__mc_assume(value >= low && value <= high);
	return value;
}

/* Numbers of odd functions have the sign of the argument. */
static double odd(double value, double x, double most) {
	__mc_assume(!__builtin_signbit(value) == !__builtin_signbit(x));
	return in_range(value, -most, most);
}

static double domain_error(void) {
	*__errno_location() = MATH_DOMAIN;
	return __builtin_nan("");
}

static double range_error(double value) {
	*__errno_location() = MATH_RANGE;
	return value;
}

/* A finite argument has led beyond the numbers, or to zero. */
static double check_range(double value) {
	return value == 0 || __builtin_isinf(value) ? range_error(value) : value;
}

static double check_overflow(double value) {
	return __builtin_isinf(value) ? range_error(value) : value;
}

double sin(double x) {
	if (__builtin_isinf(x))
		return domain_error();
	if (__builtin_isnan(x) || x == 0)
		return x;
	return in_range(__mc_calculate("sin", x, 0), -1, 1);
}

double cos(double x) {
	if (__builtin_isinf(x))
		return domain_error();
	if (__builtin_isnan(x))
		return x;
	return x == 0 ? 1 : in_range(__mc_calculate("cos", x, 0), -1, 1);
}

void sincos(double x, double *sine, double *cosine) {
	*sine = sin(x);
	*cosine = cos(x);
}

double tan(double x) {
	if (__builtin_isinf(x))
		return domain_error();
	if (__builtin_isnan(x) || x == 0)
		return x;
	return finite_of(__mc_calculate("tan", x, 0));
}

double asin(double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (!(x >= -1 && x <= 1))
		return domain_error();
	return odd(__mc_calculate("asin", x, 0), x, HALF_PI);
}

double acos(double x) {
	if (__builtin_isnan(x))
		return x;
	if (!(x >= -1 && x <= 1))
		return domain_error();
	return x == 1 ? 0 : in_range(__mc_calculate("acos", x, 0), 0, 2 * HALF_PI);
}

double atan(double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	return odd(__mc_calculate("atan", x, 0), x, HALF_PI);
}

double atan2(double y, double x) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	if (y == 0 && !__builtin_signbit(x))
		return y;
	double value = odd(__mc_calculate("atan2", y, x), y, 2 * HALF_PI);
	return value == 0 && y != 0 && is_finite(x) ? range_error(value) : value;
}

double exp(double x) {
	if (__builtin_isnan(x) || x == __builtin_inf())
		return x;
	if (x == -__builtin_inf())
		return 0;
	if (x == 0)
		return 1;
	if (x > EXP_MOST)
		return range_error(__builtin_inf());
	if (x < EXP_LEAST)
		return range_error(0);
	double value = __mc_calculate("exp", x, 0);
	__mc_assume(value > x && !__builtin_signbit(value));
	return check_range(x < 0 ? in_range(value, 0, 1) : in_range(value, 1, __builtin_inf()));
}

double exp2(double x) {
	if (__builtin_isnan(x) || x == __builtin_inf())
		return x;
	if (x == -__builtin_inf())
		return 0;
	if (x == 0)
		return 1;
	if (x >= BINARY_MOST)
		return range_error(__builtin_inf());
	if (x < BINARY_LEAST - 1)
		return range_error(0);
	double value = __mc_calculate("exp2", x, 0);
	__mc_assume(!__builtin_signbit(value));
	return check_range(x < 0 ? in_range(value, 0, 1) : in_range(value, 1, __builtin_inf()));
}

double exp10(double x) {
	if (__builtin_isnan(x) || x == __builtin_inf())
		return x;
	if (x == -__builtin_inf())
		return 0;
	if (x == 0)
		return 1;
	double value = __mc_calculate("exp10", x, 0);
	__mc_assume(!__builtin_signbit(value));
	return check_range(x < 0 ? in_range(value, 0, 1) : in_range(value, 1, __builtin_inf()));
}

double expm1(double x) {
	if (__builtin_isnan(x) || x == __builtin_inf() || x == 0)
		return x;
	if (x == -__builtin_inf())
		return -1;
	double value = __mc_calculate("expm1", x, 0);
	if (x < 0)
		return in_range(value, -1, 0);
	return check_overflow(in_range(value, 0, __builtin_inf()));
}

/* What all logarithms share; 'value' is used between the fixed points. */
static double logarithm(double x, double value, double low, double high) {
	if (x < 0)
		return domain_error();
	if (x == 0)
		return range_error(-__builtin_inf());
	if (__builtin_isnan(x) || __builtin_isinf(x))
		return x;
	if (x == 1)
		return 0;
	return x < 1 ? in_range(value, low, 0) : in_range(value, 0, high);
}

double log(double x) {
	return logarithm(x, __mc_calculate("log", x, 0), EXP_LEAST, EXP_MOST);
}

double log2(double x) {
	return logarithm(x, __mc_calculate("log2", x, 0), BINARY_LEAST, BINARY_MOST);
}

double log10(double x) {
	return logarithm(x, __mc_calculate("log10", x, 0), EXP_LEAST / 2, EXP_MOST / 2);
}

double log1p(double x) {
	if (x < -1)
		return domain_error();
	if (x == -1)
		return range_error(-__builtin_inf());
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return odd(__mc_calculate("log1p", x, 0), x, EXP_MOST);
}

double sinh(double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return check_overflow(odd(__mc_calculate("sinh", x, 0), x, __builtin_inf()));
}

double cosh(double x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_inf();
	if (x == 0)
		return 1;
	return check_overflow(in_range(__mc_calculate("cosh", x, 0), 1, __builtin_inf()));
}

double tanh(double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 1 : -1;
	return odd(__mc_calculate("tanh", x, 0), x, 1);
}

double asinh(double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return odd(__mc_calculate("asinh", x, 0), x, BINARY_MOST);
}

double acosh(double x) {
	if (x < 1)
		return domain_error();
	if (__builtin_isnan(x) || __builtin_isinf(x))
		return x;
	return x == 1 ? 0 : in_range(__mc_calculate("acosh", x, 0), 0, BINARY_MOST);
}

double atanh(double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (x > 1 || x < -1)
		return domain_error();
	if (x == 1 || x == -1)
		return range_error(x * __builtin_inf());
	return odd(__mc_calculate("atanh", x, 0), x, 64);
}

double cbrt(double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	double value = finite_of(__mc_calculate("cbrt", x, 0));
	__mc_assume(value != 0 && !__builtin_signbit(value) == !__builtin_signbit(x));
	return value;
}

double hypot(double x, double y) {
	if (__builtin_isinf(x) || __builtin_isinf(y))
		return __builtin_inf();
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	x = __builtin_signbit(x) ? -x : x;
	y = __builtin_signbit(y) ? -y : y;
	if (x == 0 || y == 0)
		return x == 0 ? y : x;
	return check_overflow(in_range(__mc_calculate("hypot", x, y), x > y ? x : y, __builtin_inf()));
}

double erf(double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 1 : -1;
	return odd(__mc_calculate("erf", x, 0), x, 1);
}

double erfc(double x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 0 : 2;
	if (x == 0)
		return 1;
	double value = in_range(__mc_calculate("erfc", x, 0), 0, 2);
	return value == 0 ? range_error(0) : value;
}

double tgamma(double x) {
	if (__builtin_isnan(x) || x == __builtin_inf())
		return x;
	if (x == 0)
		return range_error(1 / x);
	if (x < 0 && (__builtin_isinf(x) || __builtin_trunc(x) == x))
		return domain_error();
	double value = __mc_calculate("tgamma", x, 0);
	__mc_assume(!__builtin_isnan(value) && (x < 0 || value > 0));
	return check_range(value);
}

/* The sign of gamma(x): -1 between -1 and 0, -3 and -2, ... */
static int sign_of_gamma(double x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || !__builtin_signbit(x))
		return 1;
	double down = __builtin_floor(x);
	return x == 0 || (down != x && __builtin_fmod(down, 2) != 0) ? -1 : 1;
}

double lgamma_r(double x, int *sign) {
	*sign = sign_of_gamma(x);
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_inf();
	if (x <= 0 && __builtin_trunc(x) == x)
		return range_error(__builtin_inf());
	if (x == 1 || x == 2)
		return 0;
	double value = __mc_calculate("lgamma", x, 0);
	__mc_assume(!__builtin_isnan(value) && (!(x > 2) || value > 0));
	return check_overflow(value);
}

double lgamma(double x) {
	return lgamma_r(x, &signgam);
}

static int is_odd(double x) {
	return __builtin_fmod(x, 2) != 0 && __builtin_trunc(x) == x;
}

/* x or y is infinite or x is zero; neither is NaN, x is not 1, y not 0. */
static double pow_of_extreme(double x, double y) {
	if (__builtin_isinf(y)) {
		double size = __builtin_signbit(x) ? -x : x;
		if (size == 1)
			return 1;
		return (size > 1) == (y > 0) ? __builtin_inf() : 0;
	}
	double size = (x == 0) == (y < 0) ? __builtin_inf() : 0;
	double value = __builtin_signbit(x) && is_odd(y) ? -size : size;
	return x == 0 && y < 0 ? range_error(value) : value;
}

/* Next to what one operation yields, or that. */
static double near_to(double value, double near) {
	double size = __builtin_signbit(near) ? -near : near;
	double low = __builtin_isinf(size) ? 0x1p1023 : size - size * 0x1p-51;
	double high = size <= 0x1p-960 ? 2 * 0x1p-960 : size + size * 0x1p-51;
	low = size <= 0x1p-960 ? 0 : low;
	__mc_assume(__builtin_signbit(value) ? -value >= low && -value <= high
	                                     : value >= low && value <= high);
	return value;
}

double pow(double x, double y) {
	if (y == 0 || x == 1)
		return 1;
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	if (x == 0 || __builtin_isinf(x) || __builtin_isinf(y))
		return pow_of_extreme(x, y);
	if (x < 0 && __builtin_trunc(y) != y)
		return domain_error();
	if (y == 1)
		return x;
	int is_negative = x < 0 && is_odd(y);
	double value = __mc_calculate("pow", x, y), size = x < 0 ? -x : x;
	__mc_assume(!__builtin_isnan(value) && !__builtin_signbit(value) == !is_negative);
	if (y == 2)
		value = near_to(value, x * x);
	else if (y == -1)
		value = near_to(value, 1 / x);
	double result = is_negative ? -value : value;
	__mc_assume(size == 1 ? result == 1 : (size > 1) == (y > 0) ? result >= 1 : result <= 1);
	return check_range(value);
}
