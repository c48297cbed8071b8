/* sin, exp, pow and the like.  Exact at the points where C fixes the result; elsewhere a value of
 * the right range from a function without a body, so that a counterexample which rests on it says
 * so. Two calls with one argument may differ. */
#include "../mc.h"

double __some_sin(double x);
double __some_cos(double x);
double __some_tan(double x);
double __some_asin(double x);
double __some_acos(double x);
double __some_atan(double x);
double __some_atan2(double y, double x);
double __some_exp(double x);
double __some_log(double x);
double __some_log2(double x);
double __some_log10(double x);
double __some_pow(double x, double y);

#define PI 3.15 /* a little more than pi: ranges are rounded outward */

static int is_finite(double x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

static double in_range(double value, double low, double high) {
	__mc_assume(value >= low && value <= high);
	return value;
}

double sin(double x) {
	if (!is_finite(x))
		return x - x;
	return x == 0 ? x : in_range(__some_sin(x), -1, 1);
}

double cos(double x) {
	if (!is_finite(x))
		return x - x;
	return x == 0 ? 1 : in_range(__some_cos(x), -1, 1);
}

double tan(double x) {
	if (!is_finite(x))
		return x - x;
	if (x == 0)
		return x;
	double value = __some_tan(x);
	__mc_assume(is_finite(value));
	return value;
}

double asin(double x) {
	if (!(x >= -1 && x <= 1))
		return __builtin_nan("");
	return x == 0 ? x : in_range(__some_asin(x), -PI / 2, PI / 2);
}

double acos(double x) {
	if (!(x >= -1 && x <= 1))
		return __builtin_nan("");
	return x == 1 ? 0 : in_range(__some_acos(x), 0, PI);
}

double atan(double x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	return in_range(__some_atan(x), -PI / 2, PI / 2);
}

double atan2(double y, double x) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	return in_range(__some_atan2(y, x), -PI, PI);
}

double exp(double x) {
	if (__builtin_isnan(x) || x == __builtin_inf())
		return x;
	if (x == -__builtin_inf())
		return 0;
	if (x == 0)
		return 1;
	return x < 0 ? in_range(__some_exp(x), 0, 1) : in_range(__some_exp(x), 1, __builtin_inf());
}

/* What all logarithms share; 'value' is used between the fixed points. */
static double logarithm(double x, double value) {
	if (__builtin_isnan(x) || x == __builtin_inf())
		return x;
	if (x < 0)
		return __builtin_nan("");
	if (x == 0)
		return -__builtin_inf();
	if (x == 1)
		return 0;
	return x < 1 ? in_range(value, -1100, 0) : in_range(value, 0, 1100);
}

double log(double x) {
	return logarithm(x, __some_log(x));
}

double log2(double x) {
	return logarithm(x, __some_log2(x));
}

double log10(double x) {
	return logarithm(x, __some_log10(x));
}

double pow(double x, double y) {
	if (y == 0 || x == 1)
		return 1;
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nan("");
	if (y == 1)
		return x;
	if (y == 2)
		return x * x;
	if (x < 0 && is_finite(y) && is_finite(x) && __builtin_trunc(y) != y)
		return __builtin_nan("");
	double value = __some_pow(x, y);
	__mc_assume(!__builtin_isnan(value) && (x < 0 || __builtin_signbit(x) || value >= 0));
	return value;
}

float sinf(float x) {
	return (float)sin(x);
}

float cosf(float x) {
	return (float)cos(x);
}

float tanf(float x) {
	return (float)tan(x);
}

float atanf(float x) {
	return (float)atan(x);
}

float expf(float x) {
	return (float)exp(x);
}

float logf(float x) {
	return (float)log(x);
}

float log2f(float x) {
	return (float)log2(x);
}

float log10f(float x) {
	return (float)log10(x);
}

float powf(float x, float y) {
	return (float)pow(x, y);
}
