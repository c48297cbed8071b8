/* complex.h for long double: what is simple of it, and the products and quotients that the frontend
 * leaves to a function, as C11 Annex G has them (G.5.1): infinities and zeros are kept where a
 * plain formula has NaN. */
#include "../../mc.h"

long double logbl(long double);
long double scalbnl(long double, int);
long double hypotl(long double, long double);

static long double _Complex complex_ofl(long double re, long double im) {
	long double _Complex z;
	__real__ z = re;
	__imag__ z = im;
	return z;
}

/* An infinity is one, anything else zero; the sign stays. */
static long double boxedl(long double x) {
	return __builtin_copysignl(__builtin_isinf(x) ? 1 : 0, x);
}

static long double nan_to_zerol(long double x) {
	return __builtin_isnan(x) ? __builtin_copysignl(0, x) : x;
}

/* (a + bi)(c + di), for operands whose plain product is NaN in both parts. */
long double _Complex __model_complex_mull(long double a, long double b, long double c,
                                          long double d) {
	_Bool over = __builtin_isinf(a * c) || __builtin_isinf(b * d) || __builtin_isinf(a * d) ||
	             __builtin_isinf(b * c);
	_Bool left = __builtin_isinf(a) || __builtin_isinf(b);
	_Bool right = 0;
	if (left) {
		a = boxedl(a);
		b = boxedl(b);
		c = nan_to_zerol(c);
		d = nan_to_zerol(d);
	}
	if (__builtin_isinf(c) || __builtin_isinf(d)) {
		right = 1;
		c = boxedl(c);
		d = boxedl(d);
		a = nan_to_zerol(a);
		b = nan_to_zerol(b);
	}
	if (!left && !right) {
		if (!over)
			return complex_ofl(a * c - b * d, a * d + b * c);
		a = nan_to_zerol(a);
		b = nan_to_zerol(b);
		c = nan_to_zerol(c);
		d = nan_to_zerol(d);
	}
	return complex_ofl(__builtin_infl() * (a * c - b * d), __builtin_infl() * (a * d + b * c));
}

/* (a + bi) / (c + di); the divisor is scaled so that its square does not overflow. */
long double _Complex __model_complex_divl(long double a, long double b, long double c,
                                          long double d) {
	long double large = __builtin_fabsl(c) > __builtin_fabsl(d) || __builtin_isnan(d)
	                        ? __builtin_fabsl(c)
	                        : __builtin_fabsl(d);
	long double exponent = large == 0 ? -__builtin_infl() : logbl(large);
	int scale = 0;
	if (__builtin_isfinite(exponent)) {
		scale = (int)exponent;
		c = scalbnl(c, -scale);
		d = scalbnl(d, -scale);
	}
	long double norm = c * c + d * d;
	long double re = scalbnl((a * c + b * d) / norm, -scale);
	long double im = scalbnl((b * c - a * d) / norm, -scale);
	if (!__builtin_isnan(re) || !__builtin_isnan(im))
		return complex_ofl(re, im);
	if (norm == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
		re = __builtin_copysignl(__builtin_infl(), c) * a;
		im = __builtin_copysignl(__builtin_infl(), c) * b;
	} else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&
	           __builtin_isfinite(d)) {
		a = boxedl(a);
		b = boxedl(b);
		re = __builtin_infl() * (a * c + b * d);
		im = __builtin_infl() * (b * c - a * d);
	} else if (__builtin_isinf(exponent) && exponent > 0 && __builtin_isfinite(a) &&
	           __builtin_isfinite(b)) {
		c = boxedl(c);
		d = boxedl(d);
		re = 0 * (a * c + b * d);
		im = 0 * (b * c - a * d);
	}
	return complex_ofl(re, im);
}

long double creall(long double _Complex z) {
	return __real__ z;
}

long double cimagl(long double _Complex z) {
	return __imag__ z;
}

long double _Complex conjl(long double _Complex z) {
	return ~z;
}

long double _Complex cprojl(long double _Complex z) {
	if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z))
		return z;
	return complex_ofl(__builtin_infl(), __builtin_copysignl(0, __imag__ z));
}

long double cabsl(long double _Complex z) {
	return hypotl(__real__ z, __imag__ z);
}
