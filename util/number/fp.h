/* util/number/fp.h -- IEEE 754 numbers as values: a pattern of bits and the format it is in.
 *
 * Every operation is rounded correctly, for every format and rounding mode.  A NaN result is
 * the format's quiet NaN, positive, payload zero; but a conversion between formats keeps the sign
 * of a NaN and the payload that fits, as all hardware does.  Wide results live in the arena passed.
 *
 * The x87 format keeps its leading significand bit (80 bits: 1 + 15 + 1 + 63).  As on the
 * hardware, an exponent of zero with the leading bit set (pseudo-denormal) is read as exponent
 * one, and an exponent other than zero without it (unnormal, pseudo-infinity, pseudo-NaN) is
 * an invalid operand: it behaves as a NaN.
 */
#ifndef UTIL_NUMBER_FP_H
#define UTIL_NUMBER_FP_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/number/bits.h"

struct fp_format {
	uint32_t exponent;     /* bits of the exponent field */
	uint32_t fraction;     /* bits of the fraction without the leading one */
	bool explicit_leading; /* x87: the leading bit is stored */
};

extern const struct fp_format fp_half, fp_single, fp_double, fp_x87, fp_quad;
const struct fp_format *fp_by_bits(uint32_t bits); /* 16, 32, 64, 80, 128; else NULL */
uint32_t fp_width(const struct fp_format *);

static inline uint32_t fp_precision(const struct fp_format *f) {
	return f->fraction + 1;
}

static inline long fp_bias(const struct fp_format *f) {
	return (1L << (f->exponent - 1)) - 1;
}

static inline long fp_exponent_ones(const struct fp_format *f) { /* of infinity and NaN */
	return (1L << f->exponent) - 1;
}

/* FP_NEAREST_AWAY rounds ties away from zero; it is what round() and lround() use. */
enum fp_round { FP_NEAREST_EVEN, FP_TOWARD_ZERO, FP_UPWARD, FP_DOWNWARD, FP_NEAREST_AWAY };

enum fp_op {
	FP_OP_ADD,
	FP_OP_SUB,
	FP_OP_MUL,
	FP_OP_DIV,
	FP_OP_REM,  /* C's fmod, exact: the mode is ignored */
	FP_OP_FMA,  /* arg0 * arg1 + arg2, rounded once */
	FP_OP_SQRT, /* one operand, as the next */
	FP_OP_RINT, /* to an integral value of the same format */
};

enum fp_order { FP_LESS, FP_EQUAL, FP_GREATER, FP_UNORDERED };

struct bits fpv_compute(struct arena *, const struct fp_format *, enum fp_op, enum fp_round,
                        const struct bits *arg);
enum fp_order fpv_compare(const struct fp_format *, struct bits, struct bits);
struct bits fpv_convert(struct arena *, const struct fp_format *to, const struct fp_format *from,
                        enum fp_round, struct bits);
struct bits fpv_from_int(struct arena *, const struct fp_format *, enum fp_round, struct bits,
                         bool is_signed);
/* Truncates toward zero.  What does not fit, or is NaN, becomes 100...0, as x86 has it. */
struct bits fpv_to_int(struct arena *, const struct fp_format *, struct bits, uint32_t width,
                       bool is_signed);
bool fpv_fits_int(const struct fp_format *, struct bits, uint32_t width, bool is_signed);
bool fpv_is_nan(const struct fp_format *, struct bits);
struct bits fpv_nan(struct arena *, const struct fp_format *);

/* The same without the short cuts through the host's own floats; tests compare the two. */
struct bits fpv_compute_exact(struct arena *, const struct fp_format *, enum fp_op, enum fp_round,
                              const struct bits *arg);
enum fp_order fpv_compare_exact(const struct fp_format *, struct bits, struct bits);
struct bits fpv_convert_exact(struct arena *, const struct fp_format *to,
                              const struct fp_format *from, enum fp_round, struct bits);
struct bits fpv_from_int_exact(struct arena *, const struct fp_format *, enum fp_round, struct bits,
                               bool is_signed);
struct bits fpv_to_int_exact(struct arena *, const struct fp_format *, struct bits, uint32_t width,
                             bool is_signed);

/* The constant nearest to the decimal or hexadecimal text of a C literal; reading stops at the
 * suffix.  A sign, "inf" and "nan" are understood too. */
struct bits fp_parse(struct arena *, const struct fp_format *, const char *text);
struct bits fp_from_double(struct arena *, const struct fp_format *, double);
/* The fewest decimal digits that read back as the same value, always with a point or an
 * exponent: "0.1", "3.0", "-0.0", "1e+300"; "nan", "inf", "-inf". */
char *fp_print(struct arena *, const struct fp_format *, struct bits);

#endif
