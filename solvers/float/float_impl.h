/* solvers/float/float_impl.h -- shared inside the float_*.c files; tests look in, nobody else does.
 *
 *   float.c          the interface: constants fold (util/number/fp.h), the rest goes to the
 * circuits float_round.c    what circuits share: unpack, shift, normalise, round, pack
 *   float_arith.c    circuits of add, mul, div, fma, sqrt
 *   float_rem.c      circuit of fmod
 *   float_convert.c  circuits between formats, integers and integral values
 *
 * Circuits know only formats with an implicit leading bit: float.c takes the leading bit out of
 * an x87 pattern before, and puts it back afterwards.
 */
#ifndef SOLVERS_FLOAT_FLOAT_IMPL_H
#define SOLVERS_FLOAT_FLOAT_IMPL_H

#include "solvers/float/float.h"

struct parts {
	term negative, nan, inf, zero; /* booleans */
	term exponent;                 /* biased, signed, exponent + 2 bits wide */
	term significand;              /* fraction + 1 bits */
};

/* A finite number on its way to a format, 1.xxx * 2^(exponent - bias): the point is below the
 * top bit of the significand, which may have any width. */
struct unrounded {
	term negative;    /* boolean */
	term exponent;    /* biased, signed */
	term significand; /* zero, or its top bit is set unless said otherwise */
};

/* float_round.c */
term fp_bit(struct terms *, term, uint32_t i); /* boolean */
term fp_pad(struct terms *, term, uint32_t n); /* n zeros below */
/* The n highest bits, the lost ones or-ed into the lowest; padded when there are fewer. */
term fp_top(struct terms *, term, uint32_t n);
term fp_field(struct terms *, const struct fp_format *, term);     /* of the exponent */
term fp_fraction(struct terms *, const struct fp_format *, term);  /* without leading bit */
term fp_magnitude(struct terms *, const struct fp_format *, term); /* without sign */
term fp_pack(struct terms *, term negative, term magnitude);
term fp_quiet_nan(struct terms *, const struct fp_format *);
term fp_infinity(struct terms *, const struct fp_format *, term negative);
/* 'normal': the significand of a subnormal number is shifted up, its exponent drops below 1. */
struct parts fp_unpack(struct terms *, const struct fp_format *, term, bool normal);

term fp_shift_right_sticky(struct terms *, term, term amount);
/* Shifts left until the top bit is set; *count says how far (all ones for zero). */
term fp_normalise(struct terms *, term, term *count);
/* The same, at most *room times; *room keeps what was not used. */
term fp_normalise_within(struct terms *, term, term *room);
/* Exponents below 1 become 1, the significand moves right accordingly (sticky). */
struct unrounded fp_denormalise(struct terms *, struct unrounded);
/* Should the magnitude grow by one unit: 'guard' is the half, 'sticky' what lies below it. */
term fp_round_up(struct terms *, term mode, term negative, term odd, term guard, term sticky);
term fp_mode_is(struct terms *, term mode, enum fp_round);
/* Rounds and packs.  Requires exponent >= 1 unless the number is zero; the top bit of the
 * significand may be clear when the exponent is 1. */
term fp_round_pack(struct terms *, const struct fp_format *, term mode, struct unrounded);

/* float_arith.c, float_rem.c, float_convert.c: meanings as in float.h */
term fp_circuit_add(struct terms *, const struct fp_format *, term mode, term, term);
term fp_circuit_mul(struct terms *, const struct fp_format *, term mode, term, term);
term fp_circuit_div(struct terms *, const struct fp_format *, term mode, term, term);
term fp_circuit_fma(struct terms *, const struct fp_format *, term mode, term, term, term);
term fp_circuit_sqrt(struct terms *, const struct fp_format *, term mode, term);
term fp_circuit_rem(struct terms *, const struct fp_format *, term, term);
term fp_circuit_rint(struct terms *, const struct fp_format *, term mode, term);
term fp_circuit_convert(struct terms *, const struct fp_format *to, const struct fp_format *from,
                        term mode, term);
term fp_circuit_from_int(struct terms *, const struct fp_format *, term mode, term, bool is_signed);
term fp_circuit_to_int(struct terms *, const struct fp_format *, term, uint32_t width,
                       bool is_signed);
term fp_circuit_fits_int(struct terms *, const struct fp_format *, term, uint32_t width,
                         bool is_signed);

#endif
