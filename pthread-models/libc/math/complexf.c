/* complex.h for float: what is simple of it, and the products and quotients that the frontend
 * leaves to a function, as C11 Annex G has them (G.5.1): infinities and zeros are kept where a
 * plain formula has NaN. */
#include "../../mc.h"

float logbf(float);
float scalbnf(float, int);
float hypotf(float, float);

static float _Complex complex_off(float re, float im) {
	float _Complex z;
	__real__ z = re;
	__imag__ z = im;
	return z;
}

/* An infinity is one, anything else zero; the sign stays. */
static float boxedf(float x) {
	return __builtin_copysignf(__builtin_isinf(x) ? 1 : 0, x);
}

static float nan_to_zerof(float x) {
	return __builtin_isnan(x) ? __builtin_copysignf(0, x) : x;
}

/* (a + bi)(c + di), for operands whose plain product is NaN in both parts. */
float _Complex __model_complex_mulf(float a, float b, float c, float d) {
	_Bool over = __builtin_isinf(a * c) || __builtin_isinf(b * d) || __builtin_isinf(a * d) ||
	             __builtin_isinf(b * c);
	_Bool left = __builtin_isinf(a) || __builtin_isinf(b);
	_Bool right = 0;
	if (left) {
		a = boxedf(a);
		b = boxedf(b);
		c = nan_to_zerof(c);
		d = nan_to_zerof(d);
	}
	if (__builtin_isinf(c) || __builtin_isinf(d)) {
		right = 1;
		c = boxedf(c);
		d = boxedf(d);
		a = nan_to_zerof(a);
		b = nan_to_zerof(b);
	}
	if (!left && !right) {
		if (!over)
			return complex_off(a * c - b * d, a * d + b * c);
		a = nan_to_zerof(a);
		b = nan_to_zerof(b);
		c = nan_to_zerof(c);
		d = nan_to_zerof(d);
	}
	return complex_off(__builtin_inff() * (a * c - b * d), __builtin_inff() * (a * d + b * c));
}

/* (a + bi) / (c + di); the divisor is scaled so that its square does not overflow. */
float _Complex __model_complex_divf(float a, float b, float c, float d) {
	float large = __builtin_fabsf(c) > __builtin_fabsf(d) || __builtin_isnan(d)
	                  ? __builtin_fabsf(c)
	                  : __builtin_fabsf(d);
	float exponent = large == 0 ? -__builtin_inff() : logbf(large);
	int scale = 0;
	if (__builtin_isfinite(exponent)) {
		scale = (int)exponent;
		c = scalbnf(c, -scale);
		d = scalbnf(d, -scale);
	}
	float norm = c * c + d * d;
	float re = scalbnf((a * c + b * d) / norm, -scale);
	float im = scalbnf((b * c - a * d) / norm, -scale);
	if (!__builtin_isnan(re) || !__builtin_isnan(im))
		return complex_off(re, im);
	if (norm == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
		re = __builtin_copysignf(__builtin_inff(), c) * a;
		im = __builtin_copysignf(__builtin_inff(), c) * b;
	} else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&
	           __builtin_isfinite(d)) {
		a = boxedf(a);
		b = boxedf(b);
		re = __builtin_inff() * (a * c + b * d);
		im = __builtin_inff() * (b * c - a * d);
	} else if (__builtin_isinf(exponent) && exponent > 0 && __builtin_isfinite(a) &&
	           __builtin_isfinite(b)) {
		c = boxedf(c);
		d = boxedf(d);
		re = 0 * (a * c + b * d);
		im = 0 * (b * c - a * d);
	}
	return complex_off(re, im);
}

float crealf(float _Complex z) {
	return __real__ z;
}

float cimagf(float _Complex z) {
	return __imag__ z;
}

float _Complex conjf(float _Complex z) {
	return ~z;
}

float _Complex cprojf(float _Complex z) {
	if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z))
		return z;
	return complex_off(__builtin_inff(), __builtin_copysignf(0, __imag__ z));
}

float cabsf(float _Complex z) {
	return hypotf(__real__ z, __imag__ z);
}
