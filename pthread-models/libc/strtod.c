/* Text that is read as a floating-point number: strtod and its kin.
 *
 * Digits are counted in two words of 19 digits.  Of a few digits and a small power of ten the value
 * is one operation on numbers that are exact, so rounded once; of constants, however many digits
 * they have, it is exact as well (__mc_decimal); of others it is bounded: at most a ten-thousandth
 * away where the power of ten is small, and otherwise on the right side of the digits alone.
 *
 * A negative number is rounded as such: upward is towards zero. */
#include "../mc.h"

int *__errno_location(void);
/* The field of the exponent, and the number with another one: libc/math/mathparts.c. */
int __model_exponent(double x);
int __model_exponentf(float x);
int __model_exponentl(long double x);
double __model_with_exponent(double x, int field);
float __model_with_exponentf(float x, int field);
long double __model_with_exponentl(long double x, int field);

enum { TEXT_RANGE = 34, WORD_DIGITS = 19, LONG_EXPONENT = 100000 }; /* TEXT_RANGE: ERANGE */
enum { HEX_DIGITS = 15 };                                           /* in the second word */

/* IEEE 754 leaves it to the processor when a number is tiny. */
#if defined(__x86_64__) || defined(__i386__)
enum { TINY_WHEN = __mc_after };
#else
enum { TINY_WHEN = 0 };
#endif

struct decimal {
	unsigned long long high, low; /* the first 19 digits, the next 19; of hexadecimal ones 15 */
	int digits, low_digits;       /* how many */
	int more;                     /* digits other than 0 behind those */
	int scale;                    /* the power of ten, or of two */
	int how;                      /* __mc_more and others of mc.h */
	const char *rest;             /* digits behind those, and a point; NULL: none */
};

static const char *skip_blanks(const char *s) {
	while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
		s++;
	return s;
}

/* Does the text begin with the word, of lower-case letters?  Returns what follows, or null. */
static const char *scan_word(const char *p, const char *word) {
	for (; *word != 0; p++, word++)
		if (*p != *word && *p != *word - 'a' + 'A')
			return NULL;
	return p;
}

static const char *scan_infinity(const char *p) {
	const char *after = scan_word(p, "inf"), *longer;
	if (after == NULL)
		return NULL;
	longer = scan_word(after, "inity");
	return longer == NULL ? after : longer;
}

/* "nan", "nan(2_a)" */
static const char *scan_nan(const char *p) {
	const char *after = scan_word(p, "nan"), *tag;
	if (after == NULL || *after != '(')
		return after;
	for (tag = after + 1; *tag == '_' || (*tag >= '0' && *tag <= '9') ||
	                      (*tag >= 'a' && *tag <= 'z') || (*tag >= 'A' && *tag <= 'Z');)
		tag++;
	return *tag == ')' ? tag + 1 : after;
}

/* An exponent after the letter, if there is one; returns where it ends. */
static const char *scan_power(const char *p, char letter, int *scale) {
	if (*p != letter && *p != letter - 'a' + 'A')
		return p;
	const char *e = p + 1;
	int down = *e == '-', exponent = 0;
	if (*e == '-' || *e == '+')
		e++;
	if (*e < '0' || *e > '9')
		return p;
	for (; *e >= '0' && *e <= '9'; e++)
		if (exponent < LONG_EXPONENT)
			exponent = exponent * 10 + (*e - '0');
	*scale += down ? -exponent : exponent;
	return e;
}

/* Digits with at most one point among them, and an exponent; returns where they end, or null. */
static const char *scan_decimal(const char *p, struct decimal *d) {
	int any = 0, after_point = 0;
	for (;; p++) {
		char c = *p;
		if (c == '.' && !after_point) {
			after_point = 1;
			continue;
		}
		if (c < '0' || c > '9')
			break;
		any = 1;
		d->scale -= after_point;
		if (d->digits < WORD_DIGITS) {
			d->high = d->high * 10 + (unsigned long long)(c - '0');
			d->digits += d->high != 0;
		} else if (d->low_digits < WORD_DIGITS) {
			d->low = d->low * 10 + (unsigned long long)(c - '0');
			d->low_digits++;
		} else {
			if (d->rest == NULL)
				d->rest = p;
			d->more |= c != '0';
			d->scale++;
		}
	}
	d->how |= d->more ? __mc_more : 0;
	return any ? scan_power(p, 'e', &d->scale) : NULL;
}

static int float_digit(char c) {
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* "0x" and digits; returns where they end, or null. */
static const char *scan_hexadecimal(const char *p, struct decimal *d) {
	int any = 0, after_point = 0;
	if (*p != '0' || (p[1] != 'x' && p[1] != 'X'))
		return NULL;
	for (p += 2;; p++) {
		int digit = float_digit(*p);
		if (*p == '.' && !after_point) {
			after_point = 1;
			continue;
		}
		if (digit < 0)
			break;
		any = 1;
		d->scale -= after_point ? 4 : 0;
		if (d->high >> 60 == 0) {
			d->high = d->high * 16 + (unsigned)digit;
		} else if (d->low_digits < HEX_DIGITS) {
			d->low = d->low * 16 + (unsigned)digit;
			d->low_digits++;
		} else {
			d->more |= digit != 0;
			d->scale += 4;
		}
	}
	d->how |= d->more ? __mc_more : 0;
	if (any)
		return scan_power(p, 'p', &d->scale);
	d->high = 0; /* the text is "0", and "x" follows */
	d->scale = 0;
	return NULL;
}

/* Decimal numbers of n digits before the point are below the n-th of these, and not below a tenth
 * of it; widened, so that no rounding leads out. */
static double power_above(int n) {
	static const double powers[] = {
	    1.1e-20, 1.1e-19, 1.1e-18, 1.1e-17, 1.1e-16, 1.1e-15, 1.1e-14, 1.1e-13, 1.1e-12, 1.1e-11,
	    1.1e-10, 1.1e-9,  1.1e-8,  1.1e-7,  1.1e-6,  1.1e-5,  1.1e-4,  1.1e-3,  1.1e-2,  1.1e-1,
	    1.1e0,   1.1e1,   1.1e2,   1.1e3,   1.1e4,   1.1e5,   1.1e6,   1.1e7,   1.1e8,   1.1e9,
	    1.1e10,  1.1e11,  1.1e12,  1.1e13,  1.1e14,  1.1e15,  1.1e16,  1.1e17,  1.1e18,  1.1e19,
	    1.1e20,  1.1e21,  1.1e22,  1.1e23,  1.1e24,  1.1e25,  1.1e26,  1.1e27,  1.1e28,  1.1e29,
	    1.1e30,  1.1e31,  1.1e32,  1.1e33,  1.1e34,  1.1e35,  1.1e36,  1.1e37,  1.1e38};
	return n < -20 ? 1.1e-20 : n > 38 ? __builtin_inf() : powers[n + 20];
}

static double power_below(int n) {
	static const double powers[] = {
	    0.9e-21, 0.9e-20, 0.9e-19, 0.9e-18, 0.9e-17, 0.9e-16, 0.9e-15, 0.9e-14, 0.9e-13,
	    0.9e-12, 0.9e-11, 0.9e-10, 0.9e-9,  0.9e-8,  0.9e-7,  0.9e-6,  0.9e-5,  0.9e-4,
	    0.9e-3,  0.9e-2,  0.9e-1,  0.9e0,   0.9e1,   0.9e2,   0.9e3,   0.9e4,   0.9e5,
	    0.9e6,   0.9e7,   0.9e8,   0.9e9,   0.9e10,  0.9e11,  0.9e12,  0.9e13,  0.9e14,
	    0.9e15,  0.9e16,  0.9e17,  0.9e18,  0.9e19,  0.9e20,  0.9e21,  0.9e22,  0.9e23,
	    0.9e24,  0.9e25,  0.9e26,  0.9e27,  0.9e28,  0.9e29,  0.9e30,  0.9e31,  0.9e32,
	    0.9e33,  0.9e34,  0.9e35,  0.9e36,  0.9e37,  0.9e38,  0.9e39};
	return n < -20 ? 0 : n > 38 ? 0.9e38 : powers[n + 20];
}

/* The next 19 digits of the text; zeros behind its end. */
static unsigned long long next_word(const char **at) {
	unsigned long long word = 0;
	for (int n = 0; n < WORD_DIGITS; n++) {
		if (**at == '.')
			++*at;
		int is_digit = **at >= '0' && **at <= '9';
		word = word * 10 + (unsigned long long)(is_digit ? **at - '0' : 0);
		*at += is_digit;
	}
	return word;
}

static int has_digits(const char *at) {
	return (*at >= '0' && *at <= '9') || (*at == '.' && at[1] >= '0' && at[1] <= '9');
}

/* The next 19 digits of the text and of the boundary (mc.h); 0: they are equal, and more follow. */
static int compare_next(const char **at, unsigned long long boundary) {
	int is_over = !has_digits(*at);
	unsigned long long word = next_word(at);
	if (boundary == -1ull)
		return word != 0 ? __mc_rest_above : is_over ? __mc_rest_equal : 0;
	if (word != boundary)
		return word < boundary ? __mc_rest_below : __mc_rest_above;
	return is_over ? __mc_rest_below : 0;
}

/* How the digits behind the first 38 compare with those of the boundary. */
#define COMPARE_REST(boundary_of, like)                                                            \
	for (int i = 0, is_known = !d->more; !is_known; i++) {                                         \
		int digits = d->low_digits | (d->how & __mc_negative ? 32 : 0);                            \
		unsigned long long boundary =                                                              \
		    boundary_of("boundary", like, d->high, d->low, digits, d->scale, i);                   \
		int found = boundary == -2ull ? 0 : compare_next(&d->rest, boundary);                      \
		is_known = boundary == -2ull || found != 0;                                                \
		d->how |= found;                                                                           \
	}

static int is_outside(const char *what, const struct decimal *d, double value) {
	int how = d->how | TINY_WHEN;
	double is =
	    *what == 'd'
	        ? __mc_decimal("decimal is outside", d->high, d->low, d->low_digits, d->scale, how)
	        : __mc_decimal("binary is outside", d->high, d->low, d->low_digits, d->scale, how);
	__mc_assume(is == 0 || is == 1);
	return value == 0 || is != 0;
}

/* The absolute value of a quotient, and of a product, rounded as the number is. */
static double divide(double a, double b, int is_negative) {
	return is_negative ? -(-a / b) : a / b;
}

static double multiply(double a, double b, int is_negative) {
	return is_negative ? -(-a * b) : a * b;
}

static double decimal_value(struct decimal *d) {
	static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
	                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	enum { MOST = sizeof powers / sizeof *powers - 1 };
	int scale = d->scale, whole = d->low_digits == 0 && !d->more;
	if (d->high == 0)
		return 0;
	int is_negative = d->how & __mc_negative;
	if (whole && scale == 0 && (!is_negative || d->high <= 1ull << 53))
		return (double)d->high;
	if (whole && d->high <= 1ull << 53 && scale >= -MOST && scale <= MOST)
		return scale < 0 ? divide((double)d->high, powers[-scale], is_negative)
		                 : multiply((double)d->high, powers[scale], is_negative);
	COMPARE_REST(__mc_boundary, 0.0)
	double value = __mc_decimal("decimal", d->high, d->low, d->low_digits, scale, d->how);
	int digits = d->digits + d->low_digits + scale;
	double low = power_below(digits), high = power_above(digits);
	__mc_assume(value >= low && value <= high && !__builtin_signbit(value));
	return value;
}

/* high * 2^scale: the exponent is changed, unless it or the digits are too many. */
static double hexadecimal_value(const struct decimal *d) {
	if (d->high == 0)
		return 0;
	int rest = d->low != 0 || d->more;
	double value = (double)(d->high | (unsigned)rest);
	int field = __model_exponent(value) + d->scale + 4 * d->low_digits;
	int is_plain = (d->how & __mc_negative) == 0 || (!rest && d->high <= 1ull << 53);
	if (field > 0 && field < 0x7ff && is_plain)
		return __model_with_exponent(value, field);
	value = __mc_decimal("binary", d->high, d->low, d->low_digits, d->scale, d->how);
	__mc_assume(value >= 0 && !__builtin_signbit(value));
	if (__builtin_isinf(value) ||
	    ((value <= 0x1p-1022 || value >= __DBL_MAX__) && is_outside("binary is outside", d, value)))
		*__errno_location() = TEXT_RANGE;
	return value;
}

double strtod(const char *s, char **end) {
	struct decimal d = {0};
	const char *start = skip_blanks(s), *p = start, *after;
	int negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	d.how = negative ? __mc_negative : 0;
	double value = 0;
	if ((after = scan_infinity(p)) != NULL) {
		value = __builtin_inf();
	} else if ((after = scan_nan(p)) != NULL) {
		value = __builtin_nan("");
	} else if ((after = scan_hexadecimal(p, &d)) != NULL) {
		value = hexadecimal_value(&d);
	} else if ((after = scan_decimal(p, &d)) != NULL) {
		value = decimal_value(&d);
		if (__builtin_isinf(value) ||
		    (d.high != 0 && (value <= 0x1p-1022 || value >= __DBL_MAX__) &&
		     is_outside("decimal is outside", &d, value)))
			*__errno_location() = TEXT_RANGE;
	}
	if (end != NULL)
		*end = (char *)(after == NULL ? s : after);
	return negative && after != NULL ? -value : value;
}

static int is_outsidef(const char *what, const struct decimal *d, float value) {
	int how = d->how | TINY_WHEN;
	float is =
	    *what == 'd'
	        ? __mc_decimalf("decimal is outside", d->high, d->low, d->low_digits, d->scale, how)
	        : __mc_decimalf("binary is outside", d->high, d->low, d->low_digits, d->scale, how);
	__mc_assume(is == 0 || is == 1);
	return value == 0 || is != 0;
}

/* The absolute value of a quotient, and of a product, rounded as the number is. */
static float dividef(float a, float b, int is_negative) {
	return is_negative ? -(-a / b) : a / b;
}

static float multiplyf(float a, float b, int is_negative) {
	return is_negative ? -(-a * b) : a * b;
}

static float decimal_valuef(struct decimal *d) {
	static const float powers[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f,
	                               1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
	enum { MOST = sizeof powers / sizeof *powers - 1 };
	int scale = d->scale, whole = d->low_digits == 0 && !d->more;
	if (d->high == 0)
		return 0;
	int is_negative = d->how & __mc_negative;
	if (whole && scale == 0 && (!is_negative || d->high <= 1ull << 24))
		return (float)d->high;
	if (whole && d->high <= 1ull << 24 && scale >= -MOST && scale <= MOST)
		return scale < 0 ? dividef((float)d->high, powers[-scale], is_negative)
		                 : multiplyf((float)d->high, powers[scale], is_negative);
	COMPARE_REST(__mc_boundaryf, 0.0f)
	float value = __mc_decimalf("decimal", d->high, d->low, d->low_digits, scale, d->how);
	int digits = d->digits + d->low_digits + scale;
	double low = power_below(digits), high = power_above(digits);
	__mc_assume(value >= low && value <= high && !__builtin_signbit(value));
	return value;
}

/* high * 2^scale: the exponent is changed, unless it or the digits are too many. */
static float hexadecimal_valuef(const struct decimal *d) {
	if (d->high == 0)
		return 0;
	int rest = d->low != 0 || d->more;
	float value = (float)(d->high | (unsigned)rest);
	int field = __model_exponentf(value) + d->scale + 4 * d->low_digits;
	int is_plain = (d->how & __mc_negative) == 0 || (!rest && d->high <= 1ull << 24);
	if (field > 0 && field < 0xff && is_plain)
		return __model_with_exponentf(value, field);
	value = __mc_decimalf("binary", d->high, d->low, d->low_digits, d->scale, d->how);
	__mc_assume(value >= 0 && !__builtin_signbit(value));
	if (__builtin_isinf(value) || ((value <= 0x1p-126f || value >= __FLT_MAX__) &&
	                               is_outsidef("binary is outside", d, value)))
		*__errno_location() = TEXT_RANGE;
	return value;
}

float strtof(const char *s, char **end) {
	struct decimal d = {0};
	const char *start = skip_blanks(s), *p = start, *after;
	int negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	d.how = negative ? __mc_negative : 0;
	float value = 0;
	if ((after = scan_infinity(p)) != NULL) {
		value = __builtin_inff();
	} else if ((after = scan_nan(p)) != NULL) {
		value = __builtin_nanf("");
	} else if ((after = scan_hexadecimal(p, &d)) != NULL) {
		value = hexadecimal_valuef(&d);
	} else if ((after = scan_decimal(p, &d)) != NULL) {
		value = decimal_valuef(&d);
		if (__builtin_isinf(value) ||
		    (d.high != 0 && (value <= 0x1p-126f || value >= __FLT_MAX__) &&
		     is_outsidef("decimal is outside", &d, value)))
			*__errno_location() = TEXT_RANGE;
	}
	if (end != NULL)
		*end = (char *)(after == NULL ? s : after);
	return negative && after != NULL ? -value : value;
}

static int is_outsidel(const char *what, const struct decimal *d, long double value) {
	int how = d->how | TINY_WHEN;
	long double is =
	    *what == 'd'
	        ? __mc_decimall("decimal is outside", d->high, d->low, d->low_digits, d->scale, how)
	        : __mc_decimall("binary is outside", d->high, d->low, d->low_digits, d->scale, how);
	__mc_assume(is == 0 || is == 1);
	return value == 0 || is != 0;
}

/* The absolute value of a quotient, and of a product, rounded as the number is. */
static long double dividel(long double a, long double b, int is_negative) {
	return is_negative ? -(-a / b) : a / b;
}

static long double multiplyl(long double a, long double b, int is_negative) {
	return is_negative ? -(-a * b) : a * b;
}

static long double decimal_valuel(struct decimal *d) {
	static const long double powers[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,
	                                     1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
	                                     1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
	                                     1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
	enum { MOST = sizeof powers / sizeof *powers - 1 };
	int scale = d->scale, whole = d->low_digits == 0 && !d->more;
	if (d->high == 0)
		return 0;
	int is_negative = d->how & __mc_negative;
	if (whole && scale == 0 && (!is_negative || d->high >> 63 == 0))
		return (long double)d->high;
	if (whole && (!is_negative || d->high >> 63 == 0) && scale >= -MOST && scale <= MOST)
		return scale < 0 ? dividel((long double)d->high, powers[-scale], is_negative)
		                 : multiplyl((long double)d->high, powers[scale], is_negative);
	COMPARE_REST(__mc_boundaryl, 0.0L)
	long double value = __mc_decimall("decimal", d->high, d->low, d->low_digits, scale, d->how);
	int digits = d->digits + d->low_digits + scale;
	double low = power_below(digits), high = power_above(digits);
	__mc_assume(value >= low && value <= high && !__builtin_signbit(value));
	return value;
}

/* high * 2^scale: the exponent is changed, unless it or the digits are too many. */
static long double hexadecimal_valuel(const struct decimal *d) {
	if (d->high == 0)
		return 0;
	int rest = d->low != 0 || d->more;
	long double value = (long double)(d->high);
	int field = __model_exponentl(value) + d->scale + 4 * d->low_digits;
	int is_plain = !rest;
	if (field > 0 && field < 0x7fff && is_plain)
		return __model_with_exponentl(value, field);
	value = __mc_decimall("binary", d->high, d->low, d->low_digits, d->scale, d->how);
	__mc_assume(value >= 0 && !__builtin_signbit(value));
	if (__builtin_isinf(value) || ((value <= 0x1p-16382L || value >= __LDBL_MAX__) &&
	                               is_outsidel("binary is outside", d, value)))
		*__errno_location() = TEXT_RANGE;
	return value;
}

long double strtold(const char *s, char **end) {
	struct decimal d = {0};
	const char *start = skip_blanks(s), *p = start, *after;
	int negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	d.how = negative ? __mc_negative : 0;
	long double value = 0;
	if ((after = scan_infinity(p)) != NULL) {
		value = __builtin_infl();
	} else if ((after = scan_nan(p)) != NULL) {
		value = __builtin_nanl("");
	} else if ((after = scan_hexadecimal(p, &d)) != NULL) {
		value = hexadecimal_valuel(&d);
	} else if ((after = scan_decimal(p, &d)) != NULL) {
		value = decimal_valuel(&d);
		if (__builtin_isinf(value) ||
		    (d.high != 0 && (value <= 0x1p-16382L || value >= __LDBL_MAX__) &&
		     is_outsidel("decimal is outside", &d, value)))
			*__errno_location() = TEXT_RANGE;
	}
	if (end != NULL)
		*end = (char *)(after == NULL ? s : after);
	return negative && after != NULL ? -value : value;
}

double atof(const char *s) {
	return strtod(s, NULL);
}
