#include "util/number/fp_function.h"

#include <string.h>

/* gmp.h first: mpfr.h then has the conversions from and to GMP. */
#include "util/number/fp_number.h"

#include <mpfr.h>

enum { MORE_BITS = 64 };         /* than the format has */
enum { EXPONENT_LIMIT = 40000 }; /* beyond every format, squares included: cuts giants short */

enum exactness { NEVER_EXACT, EXACT_BUT_X87, EXACT };

struct fp_function {
	const char *name;
	int (*one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
	int (*two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
	double of_single, of_double, of_long; /* errors: result and exact value differ by less */
	enum exactness exact;                 /* numbers of the format are returned as they are */
	int direction;                        /* 1: it rises on all of its domain; -1: it falls */
};

static int log_gamma(mpfr_ptr to, mpfr_srcptr x, mpfr_rnd_t mode) {
	int sign;
	return mpfr_lgamma(to, &sign, x, mode);
}

static const struct fp_function functions[] = {
    {"acos", mpfr_acos, NULL, 1.5, 0.999, 2, EXACT, -1},
    {"acosh", mpfr_acosh, NULL, 3, 3, 4.5, EXACT, 1},
    {"asin", mpfr_asin, NULL, 1.5, 0.999, 2, EXACT, 1},
    {"asinh", mpfr_asinh, NULL, 3, 3, 4.5, EXACT, 1},
    {"atan", mpfr_atan, NULL, 1.5, 0.999, 2, EXACT, 1},
    {"atan2", NULL, mpfr_atan2, 2, 0.999, 2, EXACT, 0},
    {"atanh", mpfr_atanh, NULL, 3, 3, 4.5, EXACT, 1},
    {"cbrt", mpfr_cbrt, NULL, 1.5, 4.5, 1.5, NEVER_EXACT, 1},
    {"cos", mpfr_cos, NULL, 0.6, 0.6, 2, EXACT, 0},
    {"cosh", mpfr_cosh, NULL, 3, 3, 4.5, EXACT, 0},
    {"erf", mpfr_erf, NULL, 1.5, 2, 2, EXACT, 1},
    {"erfc", mpfr_erfc, NULL, 4, 6.5, 6.5, EXACT, -1},
    {"exp", mpfr_exp, NULL, 0.6, 0.6, 1.5, EXACT, 1},
    {"exp10", mpfr_exp10, NULL, 2, 3, 3, NEVER_EXACT, 1},
    {"exp2", mpfr_exp2, NULL, 0.6, 0.6, 1.5, EXACT, 1},
    {"expm1", mpfr_expm1, NULL, 1.5, 1.5, 4, EXACT, 1},
    {"hypot", NULL, mpfr_hypot, 0.999, 0.999, 1.5, EXACT, 0},
    {"lgamma", log_gamma, NULL, 9, 16, 16, EXACT, 0},
    {"log", mpfr_log, NULL, 0.999, 0.6, 1.5, EXACT, 1},
    {"log10", mpfr_log10, NULL, 3, 3, 3, EXACT_BUT_X87, 1},
    {"log1p", mpfr_log1p, NULL, 2, 1.5, 4, EXACT, 1},
    {"log2", mpfr_log2, NULL, 0.999, 0.6, 2, EXACT, 1},
    {"pow", NULL, mpfr_pow, 0.999, 0.6, 3, EXACT, 0},
    {"sin", mpfr_sin, NULL, 0.6, 0.6, 2, EXACT, 0},
    {"sinh", mpfr_sinh, NULL, 3, 3, 4.5, EXACT, 1},
    {"tan", mpfr_tan, NULL, 2, 0.999, 2.5, EXACT, 0},
    {"tanh", mpfr_tanh, NULL, 3, 3, 5, EXACT, 1},
    {"tgamma", mpfr_gamma, NULL, 10, 12, 12, NEVER_EXACT, 0},
};

enum { FUNCTIONS_N = sizeof functions / sizeof *functions };

const struct fp_function *fp_function_find(const char *name) {
	for (size_t i = 0; i < FUNCTIONS_N; i++)
		if (!strcmp(functions[i].name, name))
			return &functions[i];
	return NULL;
}

const struct fp_function *fp_function_at(size_t i) {
	return i < FUNCTIONS_N ? &functions[i] : NULL;
}

const char *fp_function_name(const struct fp_function *f) {
	return f->name;
}

uint32_t fp_function_operands(const struct fp_function *f) {
	return f->two ? 2 : 1;
}

static void set_number(mpfr_t to, const struct fp_format *f, struct bits b) {
	struct number x;
	number_init(&x);
	number_read(&x, f, b);
	int sign = x.negative ? -1 : 1;
	if (x.kind == NUMBER_NAN)
		mpfr_set_nan(to);
	else if (x.kind == NUMBER_INF)
		mpfr_set_inf(to, sign);
	else if (mpz_sgn(x.m) == 0)
		mpfr_set_zero(to, sign);
	else
		mpfr_set_z_2exp(to, x.m, x.e, MPFR_RNDN);
	if (x.kind == NUMBER_FINITE && x.negative && mpz_sgn(x.m))
		mpfr_neg(to, to, MPFR_RNDN);
	number_clear(&x);
}

static struct bits rounded(struct arena *a, const struct fp_format *f, enum fp_round mode,
                           mpfr_srcptr value) {
	struct number x;
	number_init(&x);
	x.negative = mpfr_signbit(value);
	if (mpfr_nan_p(value)) {
		x.kind = NUMBER_NAN;
	} else if (mpfr_inf_p(value)) {
		x.kind = NUMBER_INF;
	} else if (!mpfr_zero_p(value)) {
		x.e = mpfr_get_z_2exp(x.m, value);
		mpz_abs(x.m, x.m);
	}
	struct bits result = number_round(a, f, mode, &x, false);
	number_clear(&x);
	return result;
}

static bool is_infinite(const struct fp_format *f, struct bits b) {
	struct number x;
	number_init(&x);
	number_read(&x, f, b);
	bool is = x.kind == NUMBER_INF;
	number_clear(&x);
	return is;
}

static double error_of(const struct fp_function *f, const struct fp_format *format) {
	return format->fraction <= fp_single.fraction   ? f->of_single
	       : format->fraction == fp_double.fraction ? f->of_double
	                                                : f->of_long;
}

static bool is_exact(const struct fp_function *f, const struct fp_format *format) {
	return f->exact == EXACT || (f->exact == EXACT_BUT_X87 && !format->explicit_leading);
}

/* The number that is next to value + distance, on its inner side; the sign is that of the value,
 * and what rounds to infinity is infinity. */
static struct bits edge(struct arena *a, const struct fp_format *f, mpfr_srcptr value,
                        mpfr_srcptr distance, bool is_high) {
	mpfr_t sum;
	mpfr_init2(sum, fp_precision(f) + 2 * MORE_BITS);
	if (is_high)
		mpfr_add(sum, value, distance, MPFR_RNDU);
	else
		mpfr_sub(sum, value, distance, MPFR_RNDD);
	if (mpfr_signbit(sum) != mpfr_signbit(value))
		mpfr_set_zero(sum, mpfr_signbit(value) ? -1 : 1);
	struct bits nearest = rounded(a, f, FP_NEAREST_EVEN, sum);
	struct bits inner = rounded(a, f, is_high ? FP_DOWNWARD : FP_UPWARD, sum);
	mpfr_clear(sum);
	return is_infinite(f, nearest) ? nearest : inner;
}

/* All numbers whose distance to the value is at most 'error' units in the last place. */
static struct fp_range around(struct arena *a, const struct fp_format *f, mpfr_srcptr value,
                              double error) {
	long precision = fp_precision(f), least = 1 - fp_bias(f) - (precision - 1);
	long unit = mpfr_get_exp(value) - precision;
	mpfr_t distance;
	mpfr_init2(distance, 64);
	mpfr_set_d(distance, error, MPFR_RNDU);
	mpfr_mul_2si(distance, distance, unit < least ? least : unit, MPFR_RNDU);
	struct fp_range r = {edge(a, f, value, distance, false), edge(a, f, value, distance, true)};
	mpfr_clear(distance);
	return r;
}

/* In modes other than to nearest, what is too large may be the largest number. */
static void cut_off(struct arena *a, const struct fp_format *f, bool to_nearest,
                    struct fp_range *r) {
	mpfr_t largest;
	if (to_nearest || !(is_infinite(f, r->low) || is_infinite(f, r->high)))
		return;
	bool is_negative = bits_test(r->low, fp_width(f) - 1);
	mpfr_init2(largest, fp_precision(f));
	mpfr_set_si_2exp(largest, is_negative ? -1 : 1, EXPONENT_LIMIT - 1, MPFR_RNDN);
	struct bits finite = rounded(a, f, FP_TOWARD_ZERO, largest);
	mpfr_clear(largest);
	if (!is_negative && is_infinite(f, r->low))
		r->low = finite;
	if (is_negative && is_infinite(f, r->high))
		r->high = finite;
}

int fp_function_direction(const struct fp_function *f) {
	return f->direction;
}

/* With the error times 'factor'. */
static struct fp_range range(struct arena *a, const struct fp_function *f,
                             const struct fp_format *format, bool to_nearest,
                             const struct bits *arg, double factor) {
	mpfr_prec_t precision = fp_precision(format);
	mpfr_t x, y, value;
	mpfr_set_emin(-EXPONENT_LIMIT);
	mpfr_set_emax(EXPONENT_LIMIT);
	mpfr_inits2(precision, x, y, (mpfr_ptr)NULL);
	mpfr_init2(value, precision + MORE_BITS);
	set_number(x, format, arg[0]);
	if (f->two)
		set_number(y, format, arg[1]);
	int inexact = f->two ? f->two(value, x, y, MPFR_RNDN) : f->one(value, x, MPFR_RNDN);
	struct bits nearest = rounded(a, format, FP_NEAREST_EVEN, value);
	bool is_fixed = !mpfr_regular_p(value) && !inexact; /* infinity, zero or NaN: C says so */
	set_number(x, format, nearest);
	bool is_number = !inexact && mpfr_equal_p(x, value);
	struct fp_range r = {nearest, nearest};
	bool is_returned = is_number && to_nearest && factor == 1 && is_exact(f, format);
	if (!is_fixed && !is_returned) {
		if (!mpfr_regular_p(value)) /* too large or too small even here */
			mpfr_signbit(value) == mpfr_inf_p(value) ? mpfr_nextabove(value)
			                                         : mpfr_nextbelow(value);
		r = around(a, format, value, factor * (error_of(f, format) + (to_nearest ? 0 : 1)));
		cut_off(a, format, to_nearest, &r);
	}
	mpfr_clears(x, y, value, (mpfr_ptr)NULL);
	return r;
}

struct fp_range fp_function_range(struct arena *a, const struct fp_function *f,
                                  const struct fp_format *format, bool to_nearest,
                                  const struct bits *arg) {
	return range(a, f, format, to_nearest, arg, 1);
}

/* Units in the last place are at most twice as large where the value is only a little larger. */
struct fp_range fp_function_limits(struct arena *a, const struct fp_function *f,
                                   const struct fp_format *format, bool to_nearest,
                                   const struct bits *arg) {
	return range(a, f, format, to_nearest, arg, 2.5);
}

bool fp_range_is_single(const struct fp_range *r) {
	return bits_eq(r->low, r->high);
}

bool fp_range_has(const struct fp_format *f, const struct fp_range *r, struct bits b) {
	if (bits_eq(b, r->low) || bits_eq(b, r->high))
		return true;
	if (fpv_is_nan(f, b) || fpv_is_nan(f, r->low))
		return fpv_is_nan(f, b) && fpv_is_nan(f, r->low);
	enum fp_order low = fpv_compare(f, r->low, b), high = fpv_compare(f, b, r->high);
	return low == FP_LESS && high == FP_LESS;
}
