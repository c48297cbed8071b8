/* tests/unit/model_numbers.h -- the intrinsics of pthread-models/mc.h that compute with numbers, on
 * the machine itself: pow and its kin are those of the machine, so what models assume of them is
 * checked (__mc_assume); texts come from util/number/fp_decimal.h. */
#ifndef TESTS_UNIT_MODEL_NUMBERS_H
#define TESTS_UNIT_MODEL_NUMBERS_H

#include "tests/unit/float_oracle.h"
#include "util/number/fp_decimal.h"

static struct arena *model_arena;

#define EACH_FUNCTION(one, two)                                                                    \
	one(acos) one(acosh) one(asin) one(asinh) one(atan) two(atan2) one(atanh) one(cbrt) one(cos)   \
	    one(cosh) one(erf) one(erfc) one(exp) one(exp10) one(exp2) one(expm1) two(hypot)           \
	        one(lgamma) one(log) one(log10) one(log1p) one(log2) two(pow) one(sin) one(sinh)       \
	            one(tan) one(tanh) one(tgamma)

/* Made before the names are those of the models. */
#define ONE_OF(T, name_, suffix)                                                                   \
	if (!strcmp(function, #name_))                                                                 \
		return name_##suffix(x);
#define TWO_OF(T, name_, suffix)                                                                   \
	if (!strcmp(function, #name_))                                                                 \
		return name_##suffix(x, y);
#define CALCULATE(T, suffix)                                                                       \
	T __mc_calculate##suffix(const char *function, T x, T y) {                                     \
		EACH_FUNCTION(ONE_##suffix, TWO_##suffix)                                                  \
		CHECK_NEVER("a function that is not known");                                               \
		return 0;                                                                                  \
	}
#define ONE_(name_)  ONE_OF(double, name_, )
#define TWO_(name_)  TWO_OF(double, name_, )
#define ONE_f(name_) ONE_OF(float, name_, f)
#define TWO_f(name_) TWO_OF(float, name_, f)
#define ONE_l(name_) ONE_OF(long double, name_, l)
#define TWO_l(name_) TWO_OF(long double, name_, l)
CALCULATE(double, )
CALCULATE(float, f)
CALCULATE(long double, l)

static struct fp_decimal decimal_given(unsigned long long high, unsigned long long low, int digits,
                                       int scale, int how) {
	return (struct fp_decimal){.high = high,
	                           .low = low,
	                           .low_digits = (uint32_t)digits,
	                           .scale = scale,
	                           .has_more = how & 1,
	                           .rest = (enum fp_rest)(how >> 1 & 3),
	                           .negative = how >> 3 & 1};
}

static long double decimal_on_host(const struct fp_format *f, const char *function,
                                   struct fp_decimal d, int how) {
	bool is_binary = !strncmp(function, "binary", 6);
	if (strstr(function, " is outside"))
		return fp_decimal_is_outside(model_arena, f, FP_NEAREST_EVEN, &d, is_binary, how >> 4 & 1);
	struct fp_range r = !is_binary ? fp_decimal_range(model_arena, f, FP_NEAREST_EVEN, &d)
	                               : fp_binary_range(model_arena, f, FP_NEAREST_EVEN, &d);
	CHECK(fp_range_is_single(&r));
	return long_of_bits(f, r.low);
}

#define DECIMAL(T, suffix, format)                                                                 \
	T __mc_decimal##suffix(const char *function, unsigned long long high, unsigned long long low,  \
	                       int digits, int scale, int how) {                                       \
		return (T)decimal_on_host(format, function, decimal_given(high, low, digits, scale, how),  \
		                          how);                                                            \
	}                                                                                              \
	unsigned long long __mc_boundary##suffix(const char *function, T like,                         \
	                                         unsigned long long high, unsigned long long low,      \
	                                         int digits, int scale, int index) {                   \
		struct fp_decimal d = decimal_given(high, low, digits & 31, scale, digits >> 2 | 1);       \
		(void)function, (void)like;                                                                \
		return fp_decimal_boundary(model_arena, format, FP_NEAREST_EVEN, &d, (uint64_t)index);     \
	}
DECIMAL(double, , &fp_double)
DECIMAL(float, f, &fp_single)
DECIMAL(long double, l, oracle_long_format())

static unsigned long long text_on_host(const struct fp_format *f, const char *function,
                                       long double x, int how, int precision, int at) {
	const char *text =
	    fp_convert_text(model_arena, f, FP_NEAREST_EVEN, bits_of_long(model_arena, f, x),
	                    (char)(how & 127), how & 128, precision);
	unsigned long long word = 0;
	if (!strcmp(function, "text length"))
		return strlen(text);
	for (size_t i = 0; i < 8 && (size_t)at + i < strlen(text); i++)
		word |= (unsigned long long)(unsigned char)text[(size_t)at + i] << 8 * i;
	return word;
}

unsigned long long __mc_text(const char *function, double x, int how, int precision, int at) {
	return text_on_host(&fp_double, function, x, how, precision, at);
}

unsigned long long __mc_textl(const char *function, long double x, int how, int precision, int at) {
	return text_on_host(oracle_long_format(), function, x, how, precision, at);
}

#endif
