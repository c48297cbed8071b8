/* complex.h: what is simple of it, and the products and quotients that the frontend leaves to a
 * function, as C11 Annex G has them (G.5.1): infinities and zeros are kept where a plain formula
 * has NaN. */
#include "../../mc.h"

double logb(double);
double scalbn(double, int);
double hypot(double, double);

static double _Complex complex_of(double re, double im) {
	double _Complex z;
	__real__ z = re;
	__imag__ z = im;
	return z;
}

/* An infinity is one, anything else zero; the sign stays. */
static double boxed(double x) {
	return __builtin_copysign(__builtin_isinf(x) ? 1 : 0, x);
}

static double nan_to_zero(double x) {
	return __builtin_isnan(x) ? __builtin_copysign(0, x) : x;
}

/* (a + bi)(c + di), for operands whose plain product is NaN in both parts. */
double _Complex __model_complex_mul(double a, double b, double c, double d) {
	_Bool over = __builtin_isinf(a * c) || __builtin_isinf(b * d) || __builtin_isinf(a * d) ||
	             __builtin_isinf(b * c);
	_Bool left = __builtin_isinf(a) || __builtin_isinf(b);
	_Bool right = 0;
	if (left) {
		a = boxed(a);
		b = boxed(b);
		c = nan_to_zero(c);
		d = nan_to_zero(d);
	}
	if (__builtin_isinf(c) || __builtin_isinf(d)) {
		right = 1;
		c = boxed(c);
		d = boxed(d);
		a = nan_to_zero(a);
		b = nan_to_zero(b);
	}
	if (!left && !right) {
		if (!over)
			return complex_of(a * c - b * d, a * d + b * c);
		a = nan_to_zero(a);
		b = nan_to_zero(b);
		c = nan_to_zero(c);
		d = nan_to_zero(d);
	}
	return complex_of(__builtin_inf() * (a * c - b * d), __builtin_inf() * (a * d + b * c));
}

/* (a + bi) / (c + di); the divisor is scaled so that its square does not overflow. */
double _Complex __model_complex_div(double a, double b, double c, double d) {
	double large = __builtin_fabs(c) > __builtin_fabs(d) || __builtin_isnan(d) ? __builtin_fabs(c)
	                                                                           : __builtin_fabs(d);
	double exponent = large == 0 ? -__builtin_inf() : logb(large);
	int scale = 0;
	if (__builtin_isfinite(exponent)) {
		scale = (int)exponent;
		c = scalbn(c, -scale);
		d = scalbn(d, -scale);
	}
	double norm = c * c + d * d;
	double re = scalbn((a * c + b * d) / norm, -scale);
	double im = scalbn((b * c - a * d) / norm, -scale);
	if (!__builtin_isnan(re) || !__builtin_isnan(im))
		return complex_of(re, im);
	if (norm == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
		re = __builtin_copysign(__builtin_inf(), c) * a;
		im = __builtin_copysign(__builtin_inf(), c) * b;
	} else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&
	           __builtin_isfinite(d)) {
		a = boxed(a);
		b = boxed(b);
		re = __builtin_inf() * (a * c + b * d);
		im = __builtin_inf() * (b * c - a * d);
	} else if (__builtin_isinf(exponent) && exponent > 0 && __builtin_isfinite(a) &&
	           __builtin_isfinite(b)) {
		c = boxed(c);
		d = boxed(d);
		re = 0 * (a * c + b * d);
		im = 0 * (b * c - a * d);
	}
	return complex_of(re, im);
}

double creal(double _Complex z) {
	return __real__ z;
}

double cimag(double _Complex z) {
	return __imag__ z;
}

double _Complex conj(double _Complex z) {
	return ~z;
}

double _Complex cproj(double _Complex z) {
	if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z))
		return z;
	return complex_of(__builtin_inf(), __builtin_copysign(0, __imag__ z));
}

double cabs(double _Complex z) {
	return hypot(__real__ z, __imag__ z);
}
