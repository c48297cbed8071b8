/* solvers/float/float.h -- IEEE 754 arithmetic built from bit-vector terms, for any format.
 *
 * Floats are bit-vectors holding the format's pattern; every operation returns a term of the same
 * logic as all others, so each backend has floats.  Constants fold: no node is left behind.
 * A NaN result is the format's quiet NaN, positive, payload zero.
 *
 * x87 patterns without their leading bit (unnormals, pseudo-infinities, pseudo-NaNs) are NaNs;
 * util/number/fp.h has the details, the formats and rounding modes, and operations on plain values.
 */
#ifndef SOLVERS_FLOAT_FLOAT_H
#define SOLVERS_FLOAT_FLOAT_H

#include "solvers/term/term.h"
#include "util/number/fp.h"

/* A mode is a term of width 3 holding an enum fp_round; values above the last act as the last. */
term fp_add(struct terms *, const struct fp_format *, term mode, term, term);
term fp_sub(struct terms *, const struct fp_format *, term mode, term, term);
term fp_mul(struct terms *, const struct fp_format *, term mode, term, term);
term fp_div(struct terms *, const struct fp_format *, term mode, term, term);
term fp_fma(struct terms *, const struct fp_format *, term mode, term, term, term);
term fp_sqrt(struct terms *, const struct fp_format *, term mode, term);
/* C's fmod.  Symbolic operands wider than double need too large a circuit: ask first. */
bool fp_rem_supported(struct terms *, const struct fp_format *, term, term);
term fp_rem(struct terms *, const struct fp_format *, term, term);
term fp_round_to_integral(struct terms *, const struct fp_format *, term mode, term);
term fp_neg(struct terms *, const struct fp_format *, term);
term fp_abs(struct terms *, const struct fp_format *, term);
term fp_copysign(struct terms *, const struct fp_format *, term magnitude, term sign);

/* Comparisons as C means them: false when an operand is NaN (not-equal: !fp_eq). */
term fp_eq(struct terms *, const struct fp_format *, term, term);
term fp_lt(struct terms *, const struct fp_format *, term, term);
term fp_le(struct terms *, const struct fp_format *, term, term);

term fp_is_nan(struct terms *, const struct fp_format *, term);
term fp_is_inf(struct terms *, const struct fp_format *, term);
term fp_is_zero(struct terms *, const struct fp_format *, term);
term fp_is_normal(struct terms *, const struct fp_format *, term);
term fp_sign(struct terms *, const struct fp_format *, term); /* boolean: sign bit set */

term fp_convert(struct terms *, const struct fp_format *to, const struct fp_format *from, term mode,
                term);
term fp_from_int(struct terms *, const struct fp_format *, term mode, term, bool is_signed);
/* Truncates toward zero (C's conversion); out of range or NaN: 100...0. */
term fp_to_int(struct terms *, const struct fp_format *, term, uint32_t width, bool is_signed);
/* Boolean: NaN excluded, truncation fits the integer type. */
term fp_fits_int(struct terms *, const struct fp_format *, term, uint32_t width, bool is_signed);

#endif
