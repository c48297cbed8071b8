/* tests/unit/float_oracle.h -- the host's floating-point unit as the oracle of float tests, and
 * operands worth testing.
 *
 * Values travel as struct bits; the volatile variables keep the compiler from computing at
 * compile time, where the rounding mode is always to nearest.
 */
#ifndef TESTS_UNIT_FLOAT_ORACLE_H
#define TESTS_UNIT_FLOAT_ORACLE_H

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "util/number/fp.h"

static uint64_t oracle_seed = 88172645463325252ULL;

static inline uint64_t random64(void) {
	oracle_seed ^= oracle_seed << 13;
	oracle_seed ^= oracle_seed >> 7;
	oracle_seed ^= oracle_seed << 17;
	return oracle_seed * 0x2545F4914F6CDD1DULL;
}

/* Bits of any width from two words. */
static inline struct bits bits_pair(struct arena *a, uint32_t width, uint64_t high, uint64_t low) {
	if (width <= 64)
		return bits_u64(a, width, low);
	uint64_t *limb = arena_array(a, uint64_t, 2);
	limb[0] = low;
	limb[1] = width >= 128 ? high : high & ((1ULL << (width - 64)) - 1);
	return (struct bits){.width = width, .lo = low, .limb = limb};
}

/* The long double of the host, if it is the x87 or the quad format; else NULL. */
static inline const struct fp_format *oracle_long_format(void) {
	return LDBL_MANT_DIG == 113 ? &fp_quad : LDBL_MANT_DIG == 64 ? &fp_x87 : NULL;
}

static inline long double long_of_bits(const struct fp_format *f, struct bits b) {
	uint64_t words[2] = {b.lo, b.limb ? b.limb[1] : 0};
	double d;
	float s;
	long double x = 0;
	switch (fp_width(f)) {
	case 32: memcpy(&s, &words[0], sizeof s); return s;
	case 64: memcpy(&d, &words[0], sizeof d); return d;
	default: memcpy(&x, words, fp_width(f) / 8); return x;
	}
}

static inline struct bits bits_of_long(struct arena *a, const struct fp_format *f, long double x) {
	if (isnan(x))
		return fpv_nan(a, f);
	uint64_t words[2] = {0, 0};
	double d = (double)x;
	float s = (float)x;
	switch (fp_width(f)) {
	case 32: memcpy(&words[0], &s, sizeof s); break;
	case 64: memcpy(&words[0], &d, sizeof d); break;
	default: memcpy(words, &x, fp_width(f) / 8); break;
	}
	return bits_pair(a, fp_width(f), words[1], words[0]);
}

static inline void oracle_round(enum fp_round mode) {
	static const int host[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
	fesetround(host[mode]);
}

#define ORACLE(T, suffix)                                                                          \
	static inline T oracle_##suffix(enum fp_op op, enum fp_round mode, T a, T b, T c) {            \
		volatile T x = a, y = b, z = c, r = 0;                                                     \
		oracle_round(mode);                                                                        \
		switch (op) {                                                                              \
		case FP_OP_ADD: r = x + y; break;                                                          \
		case FP_OP_SUB: r = x - y; break;                                                          \
		case FP_OP_MUL: r = x * y; break;                                                          \
		case FP_OP_DIV: r = x / y; break;                                                          \
		case FP_OP_REM: r = ORACLE_CALL(T, fmod)(x, y); break;                                     \
		case FP_OP_FMA: r = ORACLE_CALL(T, fma)(x, y, z); break;                                   \
		case FP_OP_SQRT: r = ORACLE_CALL(T, sqrt)(x); break;                                       \
		case FP_OP_RINT: r = ORACLE_CALL(T, rint)(x); break;                                       \
		}                                                                                          \
		oracle_round(FP_NEAREST_EVEN);                                                             \
		return r;                                                                                  \
	}
#define ORACLE_CALL(T, name) _Generic((T)0, float : name##f, double : name, long double : name##l)

ORACLE(float, float)
ORACLE(double, double)
ORACLE(long double, long)

/* What the host computes; the format is single, double or that of long double. */
static inline struct bits oracle_compute(struct arena *a, const struct fp_format *f, enum fp_op op,
                                         enum fp_round mode, const struct bits *arg) {
	long double x = long_of_bits(f, arg[0]), y = long_of_bits(f, arg[1]),
	            z = long_of_bits(f, arg[2]);
	if (fp_width(f) == 32)
		x = oracle_float(op, mode, (float)x, (float)y, (float)z);
	else if (fp_width(f) == 64)
		x = oracle_double(op, mode, (double)x, (double)y, (double)z);
	else
		x = oracle_long(op, mode, x, y, z);
	return bits_of_long(a, f, x);
}

/* sign, exponent field and fraction (its low 64 bits, or its high ones when 'high') as pattern */
static inline struct bits make_float(struct arena *a, const struct fp_format *f, bool negative,
                                     uint64_t field, struct bits fraction) {
	struct bits x = bits_concat(a, bits_u64(a, 1, negative), bits_u64(a, f->exponent, field));
	field &= (1ULL << f->exponent) - 1;
	if (f->explicit_leading)
		x = bits_concat(a, x, bits_u64(a, 1, field != 0));
	return bits_concat(a, x, fraction);
}

/* Arguments have no order, but random numbers have: one after the other, here and below. */
static inline struct bits random128(struct arena *a) {
	uint64_t high = random64();
	return bits_pair(a, 128, high, random64());
}

static inline struct bits random_fraction(struct arena *a, const struct fp_format *f) {
	struct bits x = random128(a), mask;
	uint32_t n = f->fraction;
	x = bits_extract(a, x, n - 1, 0);
	switch (random64() % 6) {
	case 0: return bits_u64(a, n, random64() % 4);
	case 1: return bits_not(a, bits_u64(a, n, random64() % 4));
	case 2: /* few low bits set: ties */
		mask = bits_shl(a, bits_ones(a, n), bits_u64(a, n, random64() % n));
		return bits_and(a, x, mask);
	case 3: /* only high or only low bits */
		mask = bits_lshr(a, bits_ones(a, n), bits_u64(a, n, random64() % n));
		return bits_and(a, x, mask);
	default: return x;
	}
}

/* Random, but near the borders far more often than chance would have it. */
static inline struct bits random_float(struct arena *a, const struct fp_format *f) {
	uint64_t ones = (1ULL << f->exponent) - 1, bias = ones >> 1, field;
	switch (random64() % 8) {
	case 0: field = 0; break;
	case 1: field = 1 + random64() % 3; break;
	case 2: field = ones - random64() % 4; break;
	case 3:
	case 4: field = bias - 4 + random64() % 8; break;
	case 5: field = bias + random64() % (2 * f->fraction); break;
	default: field = random64() & ones; break;
	}
	bool negative = random64() & 1;
	return make_float(a, f, negative, field > ones ? ones : field, random_fraction(a, f));
}

enum { N_SPECIAL = 34 };

/* Zeros, smallest and largest of each kind, ones and their neighbours, infinities, NaNs. */
static inline struct bits special_float(struct arena *a, const struct fp_format *f, unsigned i) {
	uint64_t ones = (1ULL << f->exponent) - 1, bias = ones >> 1;
	uint32_t n = f->fraction;
	struct bits zero = bits_u64(a, n, 0), one = bits_u64(a, n, 1), all = bits_ones(a, n);
	struct bits half = bits_shl(a, one, bits_u64(a, n, n - 1));
	const struct {
		uint64_t field;
		struct bits fraction;
	} table[N_SPECIAL / 2] = {
	    {0, zero},        {0, one},        {0, all},        {0, half},        {1, zero},
	    {1, one},         {bias, zero},    {bias, one},     {bias - 1, zero}, {bias - 1, all},
	    {bias + 1, half}, {bias, half},    {ones - 1, all}, {ones - 1, zero}, {ones, zero},
	    {ones, half},     {bias + n, one},
	};
	return make_float(a, f, i & 1, table[i / 2].field, table[i / 2].fraction);
}

#endif
