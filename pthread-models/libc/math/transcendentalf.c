/* sin, exp, pow and their kin for float.  Exact where C fixes the result and where the arguments
 * are constants (__mc_calculate, mc.h); elsewhere a number within bounds that are true of every
 * argument, and of which no violation is reported that the real function could not cause.  errno is
 * set as glibc does. */
#include "../../mc.h"

int *__errno_location(void);
extern int signgam;

enum { MATH_DOMAIN_F = 33, MATH_RANGE_F = 34 }; /* EDOM, ERANGE */

/* Beyond these, exp overflows and is zero; what logarithms stay below. */
#define EXP_MOST_F     88.73f
#define EXP_LEAST_F    -103.98f
#define BINARY_MOST_F  128.0f
#define BINARY_LEAST_F -149.0f
#define HALF_PI_F      1.5707964f /* rounded up */

static int is_finitef(float x) {
	return !__builtin_isnan(x) && !__builtin_isinf(x);
}

/* Assumptions are expressions that name the value, without calls: where the value matters, so do
 * they (goto/slice/slice.h). */
static float finitef_of(float value) {
	__mc_assume(!__builtin_isnan(value) && !__builtin_isinf(value));
	return value;
}

static float in_rangef(float value, float low, float high) {
	__mc_assume(value >= low && value <= high);
	return value;
}

/* Numbers of odd functions have the sign of the argument. */
static float oddf(float value, float x, float most) {
	__mc_assume(!__builtin_signbit(value) == !__builtin_signbit(x));
	return in_rangef(value, -most, most);
}

static float domain_errorf(void) {
	*__errno_location() = MATH_DOMAIN_F;
	return __builtin_nanf("");
}

static float range_errorf(float value) {
	*__errno_location() = MATH_RANGE_F;
	return value;
}

/* A finite argument has led beyond the numbers, or to zero. */
static float check_rangef(float value) {
	return value == 0 || __builtin_isinf(value) ? range_errorf(value) : value;
}

static float check_overflowf(float value) {
	return __builtin_isinf(value) ? range_errorf(value) : value;
}

float sinf(float x) {
	if (__builtin_isinf(x))
		return domain_errorf();
	if (__builtin_isnan(x) || x == 0)
		return x;
	return in_rangef(__mc_calculatef("sin", x, 0), -1, 1);
}

float cosf(float x) {
	if (__builtin_isinf(x))
		return domain_errorf();
	if (__builtin_isnan(x))
		return x;
	return x == 0 ? 1 : in_rangef(__mc_calculatef("cos", x, 0), -1, 1);
}

void sincosf(float x, float *sine, float *cosine) {
	*sine = sinf(x);
	*cosine = cosf(x);
}

float tanf(float x) {
	if (__builtin_isinf(x))
		return domain_errorf();
	if (__builtin_isnan(x) || x == 0)
		return x;
	return finitef_of(__mc_calculatef("tan", x, 0));
}

float asinf(float x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (!(x >= -1 && x <= 1))
		return domain_errorf();
	return oddf(__mc_calculatef("asin", x, 0), x, HALF_PI_F);
}

float acosf(float x) {
	if (__builtin_isnan(x))
		return x;
	if (!(x >= -1 && x <= 1))
		return domain_errorf();
	return x == 1 ? 0 : in_rangef(__mc_calculatef("acos", x, 0), 0, 2 * HALF_PI_F);
}

float atanf(float x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	return oddf(__mc_calculatef("atan", x, 0), x, HALF_PI_F);
}

float atan2f(float y, float x) {
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanf("");
	if (y == 0 && !__builtin_signbit(x))
		return y;
	float value = oddf(__mc_calculatef("atan2", y, x), y, 2 * HALF_PI_F);
	return value == 0 && y != 0 && is_finitef(x) ? range_errorf(value) : value;
}

float expf(float x) {
	if (__builtin_isnan(x) || x == __builtin_inff())
		return x;
	if (x == -__builtin_inff())
		return 0;
	if (x == 0)
		return 1;
	if (x > EXP_MOST_F)
		return range_errorf(__builtin_inff());
	if (x < EXP_LEAST_F)
		return range_errorf(0);
	float value = __mc_calculatef("exp", x, 0);
	__mc_assume(value > x && !__builtin_signbit(value));
	return check_rangef(x < 0 ? in_rangef(value, 0, 1) : in_rangef(value, 1, __builtin_inff()));
}

float exp2f(float x) {
	if (__builtin_isnan(x) || x == __builtin_inff())
		return x;
	if (x == -__builtin_inff())
		return 0;
	if (x == 0)
		return 1;
	if (x >= BINARY_MOST_F)
		return range_errorf(__builtin_inff());
	if (x < BINARY_LEAST_F - 1)
		return range_errorf(0);
	float value = __mc_calculatef("exp2", x, 0);
	__mc_assume(!__builtin_signbit(value));
	return check_rangef(x < 0 ? in_rangef(value, 0, 1) : in_rangef(value, 1, __builtin_inff()));
}

float exp10f(float x) {
	if (__builtin_isnan(x) || x == __builtin_inff())
		return x;
	if (x == -__builtin_inff())
		return 0;
	if (x == 0)
		return 1;
	float value = __mc_calculatef("exp10", x, 0);
	__mc_assume(!__builtin_signbit(value));
	return check_rangef(x < 0 ? in_rangef(value, 0, 1) : in_rangef(value, 1, __builtin_inff()));
}

float expm1f(float x) {
	if (__builtin_isnan(x) || x == __builtin_inff() || x == 0)
		return x;
	if (x == -__builtin_inff())
		return -1;
	float value = __mc_calculatef("expm1", x, 0);
	if (x < 0)
		return in_rangef(value, -1, 0);
	return check_overflowf(in_rangef(value, 0, __builtin_inff()));
}

/* What all logarithms share; 'value' is used between the fixed points. */
static float logarithmf(float x, float value, float low, float high) {
	if (x < 0)
		return domain_errorf();
	if (x == 0)
		return range_errorf(-__builtin_inff());
	if (__builtin_isnan(x) || __builtin_isinf(x))
		return x;
	if (x == 1)
		return 0;
	return x < 1 ? in_rangef(value, low, 0) : in_rangef(value, 0, high);
}

float logf(float x) {
	return logarithmf(x, __mc_calculatef("log", x, 0), EXP_LEAST_F, EXP_MOST_F);
}

float log2f(float x) {
	return logarithmf(x, __mc_calculatef("log2", x, 0), BINARY_LEAST_F, BINARY_MOST_F);
}

float log10f(float x) {
	return logarithmf(x, __mc_calculatef("log10", x, 0), EXP_LEAST_F / 2, EXP_MOST_F / 2);
}

float log1pf(float x) {
	if (x < -1)
		return domain_errorf();
	if (x == -1)
		return range_errorf(-__builtin_inff());
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return oddf(__mc_calculatef("log1p", x, 0), x, EXP_MOST_F);
}

float sinhf(float x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return check_overflowf(oddf(__mc_calculatef("sinh", x, 0), x, __builtin_inff()));
}

float coshf(float x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_inff();
	if (x == 0)
		return 1;
	return check_overflowf(in_rangef(__mc_calculatef("cosh", x, 0), 1, __builtin_inff()));
}

float tanhf(float x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 1 : -1;
	return oddf(__mc_calculatef("tanh", x, 0), x, 1);
}

float asinhf(float x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	return oddf(__mc_calculatef("asinh", x, 0), x, BINARY_MOST_F);
}

float acoshf(float x) {
	if (x < 1)
		return domain_errorf();
	if (__builtin_isnan(x) || __builtin_isinf(x))
		return x;
	return x == 1 ? 0 : in_rangef(__mc_calculatef("acosh", x, 0), 0, BINARY_MOST_F);
}

float atanhf(float x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (x > 1 || x < -1)
		return domain_errorf();
	if (x == 1 || x == -1)
		return range_errorf(x * __builtin_inff());
	return oddf(__mc_calculatef("atanh", x, 0), x, 64);
}

float cbrtf(float x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || x == 0)
		return x;
	float value = finitef_of(__mc_calculatef("cbrt", x, 0));
	__mc_assume(value != 0 && !__builtin_signbit(value) == !__builtin_signbit(x));
	return value;
}

float hypotf(float x, float y) {
	if (__builtin_isinf(x) || __builtin_isinf(y))
		return __builtin_inff();
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanf("");
	x = __builtin_signbit(x) ? -x : x;
	y = __builtin_signbit(y) ? -y : y;
	if (x == 0 || y == 0)
		return x == 0 ? y : x;
	return check_overflowf(
	    in_rangef(__mc_calculatef("hypot", x, y), x > y ? x : y, __builtin_inff()));
}

float erff(float x) {
	if (__builtin_isnan(x) || x == 0)
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 1 : -1;
	return oddf(__mc_calculatef("erf", x, 0), x, 1);
}

float erfcf(float x) {
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return x > 0 ? 0 : 2;
	if (x == 0)
		return 1;
	float value = in_rangef(__mc_calculatef("erfc", x, 0), 0, 2);
	return value == 0 ? range_errorf(0) : value;
}

float tgammaf(float x) {
	if (__builtin_isnan(x) || x == __builtin_inff())
		return x;
	if (x == 0)
		return range_errorf(1 / x);
	if (x < 0 && (__builtin_isinf(x) || __builtin_truncf(x) == x))
		return domain_errorf();
	float value = __mc_calculatef("tgamma", x, 0);
	__mc_assume(!__builtin_isnan(value) && (x < 0 || value > 0));
	return check_rangef(value);
}

/* The sign of gamma(x): -1 between -1 and 0, -3 and -2, ... */
static int sign_of_gammaf(float x) {
	if (__builtin_isnan(x) || __builtin_isinf(x) || !__builtin_signbit(x))
		return 1;
	float down = __builtin_floorf(x);
	return x == 0 || (down != x && __builtin_fmodf(down, 2) != 0) ? -1 : 1;
}

float lgammaf_r(float x, int *sign) {
	*sign = sign_of_gammaf(x);
	if (__builtin_isnan(x))
		return x;
	if (__builtin_isinf(x))
		return __builtin_inff();
	if (x <= 0 && __builtin_truncf(x) == x)
		return range_errorf(__builtin_inff());
	if (x == 1 || x == 2)
		return 0;
	float value = __mc_calculatef("lgamma", x, 0);
	__mc_assume(!__builtin_isnan(value) && (!(x > 2) || value > 0));
	return check_overflowf(value);
}

float lgammaf(float x) {
	return lgammaf_r(x, &signgam);
}

static int is_oddf(float x) {
	return __builtin_fmodf(x, 2) != 0 && __builtin_truncf(x) == x;
}

/* x or y is infinite or x is zero; neither is NaN, x is not 1, y not 0. */
static float pow_of_extremef(float x, float y) {
	if (__builtin_isinf(y)) {
		float size = __builtin_signbit(x) ? -x : x;
		if (size == 1)
			return 1;
		return (size > 1) == (y > 0) ? __builtin_inff() : 0;
	}
	float size = (x == 0) == (y < 0) ? __builtin_inff() : 0;
	float value = __builtin_signbit(x) && is_oddf(y) ? -size : size;
	return x == 0 && y < 0 ? range_errorf(value) : value;
}

/* Next to what one operation yields, or that. */
static float near_tof(float value, float near) {
	float size = __builtin_signbit(near) ? -near : near;
	float low = __builtin_isinf(size) ? 0x1p127f : size - size * 0x1p-22f;
	float high = size <= 0x1p-100f ? 2 * 0x1p-100f : size + size * 0x1p-22f;
	low = size <= 0x1p-100f ? 0 : low;
	__mc_assume(__builtin_signbit(value) ? -value >= low && -value <= high
	                                     : value >= low && value <= high);
	return value;
}

float powf(float x, float y) {
	if (y == 0 || x == 1)
		return 1;
	if (__builtin_isnan(x) || __builtin_isnan(y))
		return __builtin_nanf("");
	if (x == 0 || __builtin_isinf(x) || __builtin_isinf(y))
		return pow_of_extremef(x, y);
	if (x < 0 && __builtin_truncf(y) != y)
		return domain_errorf();
	if (y == 1)
		return x;
	int is_negative = x < 0 && is_oddf(y);
	float value = __mc_calculatef("pow", x, y), size = x < 0 ? -x : x;
	__mc_assume(!__builtin_isnan(value) && !__builtin_signbit(value) == !is_negative);
	if (y == 2)
		value = near_tof(value, x * x);
	else if (y == -1)
		value = near_tof(value, 1 / x);
	float result = is_negative ? -value : value;
	__mc_assume(size == 1 ? result == 1 : (size > 1) == (y > 0) ? result >= 1 : result <= 1);
	return check_rangef(value);
}
