/* Circuit of fmod: long division of the significands, one row for each power of two by which the
 * operands may differ.  Single needs up to 276 rows, double 2097; wider exponents are refused
 * (fp_rem_supported).  A constant divisor cuts the rows to what its exponent leaves. */
#include "solvers/float/float_impl.h"

/* The largest distance between the exponents, as far as constants tell. */
static uint32_t most_rows(struct terms *t, const struct fp_format *f, const struct parts *x,
                          const struct parts *y) {
	long high = fp_exponent_ones(f) - 1, low = 1 - (long)f->fraction;
	if (term_is_const(t, x->exponent))
		high = bits_to_i64(term_bits(t, x->exponent));
	if (term_is_const(t, y->exponent))
		low = bits_to_i64(term_bits(t, y->exponent));
	return high > low ? (uint32_t)(high - low) : 0;
}

/* rest modulo divisor, when rest < 2 * divisor; one bit narrower */
static term reduce(struct terms *t, term rest, term divisor) {
	uint32_t p = term_width(t, divisor);
	term difference = term_sub(t, term_zext(t, rest, p + 2), term_zext(t, divisor, p + 2));
	return term_ite(t, fp_bit(t, difference, p + 1), term_extract(t, rest, p - 1, 0),
	                term_extract(t, difference, p - 1, 0));
}

term fp_circuit_rem(struct terms *t, const struct fp_format *f, term a, term b) {
	struct parts x = fp_unpack(t, f, a, true), y = fp_unpack(t, f, b, true);
	uint32_t width = f->exponent + 2, p = fp_precision(f), rows = most_rows(t, f, &x, &y);
	term distance = term_sub(t, x.exponent, y.exponent), count;
	term rest = reduce(t, term_zext(t, x.significand, p + 1), y.significand);
	for (uint32_t i = 0; i < rows; i++) {
		term active = term_slt(t, term_u64(t, width, i), distance);
		rest = term_ite(t, active, reduce(t, fp_pad(t, rest, 1), y.significand), rest);
	}
	struct unrounded u = {.negative = x.negative};
	u.significand = fp_normalise(t, rest, &count);
	u.exponent = term_sub(t, y.exponent, term_zext(t, count, width));
	/* exact, so the mode does not matter */
	term result = fp_round_pack(t, f, term_u64(t, 3, FP_TOWARD_ZERO), fp_denormalise(t, u));
	term smaller = term_ult(t, fp_magnitude(t, f, a), fp_magnitude(t, f, b));
	result = term_ite(t, smaller, a, result); /* also a zero, and an infinite divisor */
	term nan = term_or(t, term_or(t, x.nan, y.nan), term_or(t, x.inf, y.zero));
	return term_ite(t, nan, fp_quiet_nan(t, f), result);
}
