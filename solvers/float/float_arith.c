/* Circuits of add, mul, div, fma and sqrt.
 *
 * add   works on the packed operands: the larger magnitude first, the smaller one shifted right
 *       with three more bits (guard, round, sticky), one adder, one shift left that stops at the
 *       smallest exponent; a subnormal sum is exact and needs no further care.
 * mul, div, sqrt   take normalised significands, so their result needs at most one shift.
 * fma   adds the exact product as a number of twice the precision, through the same adder.
 * div and sqrt produce one digit per row (restoring): a general divider of the solver would be
 *       twice as wide in both directions.
 */
#include "solvers/float/float_impl.h"

/* large + or - small, exponents apart by 'distance' >= 0, |large| >= |small|; four bits wider:
 * the carry on top, three below. */
static term add_aligned(struct terms *t, term large, term small, term distance, term subtract) {
	uint32_t width = term_width(t, large) + 4;
	large = fp_pad(t, large, 3);
	small = fp_shift_right_sticky(t, fp_pad(t, small, 3), distance);
	/* x - y = x + ~y + 1; one more column at the bottom makes the carry, so that one adder does */
	term carry = term_bool_to_bv(t, subtract, 1);
	term mask = term_sext(t, carry, width);
	term x = term_concat(t, term_zext(t, large, width), term_u64(t, 1, 1));
	term y = term_concat(t, term_bvxor(t, term_zext(t, small, width), mask), carry);
	return term_extract(t, term_add(t, x, y), width, 1);
}

/* The sign of a sum; x is the larger operand. */
static term sum_sign(struct terms *t, term mode, term sum, term subtract, term x_negative) {
	term cancelled = term_and(t, subtract, term_is_zero(t, sum));
	return term_ite(t, cancelled, fp_mode_is(t, mode, FP_DOWNWARD), x_negative);
}

term fp_circuit_add(struct terms *t, const struct fp_format *f, term mode, term a, term b) {
	term swap = term_ult(t, fp_magnitude(t, f, a), fp_magnitude(t, f, b));
	term larger = term_ite(t, swap, b, a);
	struct parts x = fp_unpack(t, f, larger, false);
	struct parts y = fp_unpack(t, f, term_ite(t, swap, a, b), false);
	term subtract = term_xor(t, x.negative, y.negative);
	term distance = term_extract(t, term_sub(t, x.exponent, y.exponent), f->exponent - 1, 0);
	term sum = add_aligned(t, x.significand, y.significand, distance, subtract);
	/* the top bit of the sum counts for exponent + 1: it may move down to exponent 1 */
	term room = term_extract(t, x.exponent, f->exponent - 1, 0);
	struct unrounded u = {.negative = sum_sign(t, mode, sum, subtract, x.negative)};
	u.significand = fp_normalise_within(t, sum, &room);
	u.exponent = term_add(t, room, term_u64(t, f->exponent, 1));
	term result = fp_round_pack(t, f, mode, u);
	/* NaN and infinity have the largest magnitudes, so x has told of both operands */
	term both_inf = term_and(t, y.inf, subtract);
	result = term_ite(t, x.inf, larger, result);
	return term_ite(t, term_or(t, x.nan, both_inf), fp_quiet_nan(t, f), result);
}

/* Is it the constant 100...0, a power of two once normalised? */
static bool is_top_bit(struct terms *t, term x) {
	if (!term_is_const(t, x))
		return false;
	struct bits b = term_bits(t, x);
	return bits_ctz(b) == b.width - 1;
}

/* The product of two normalised significands, twice as wide; in [1, 4) with the point two below
 * the top. */
static term multiply(struct terms *t, term x, term y) {
	uint32_t width = term_width(t, x);
	if (is_top_bit(t, x))
		return term_zext(t, fp_pad(t, y, width - 1), 2 * width);
	if (is_top_bit(t, y))
		return term_zext(t, fp_pad(t, x, width - 1), 2 * width);
	return term_mul(t, term_zext(t, x, 2 * width), term_zext(t, y, 2 * width));
}

/* Moves the top bit up by one if it is clear. */
static struct unrounded normalise_once(struct terms *t, struct unrounded u) {
	term clear = term_not(t, fp_bit(t, u.significand, term_width(t, u.significand) - 1));
	uint32_t width = term_width(t, u.significand);
	term moved = fp_pad(t, term_extract(t, u.significand, width - 2, 0), 1);
	u.significand = term_ite(t, clear, moved, u.significand);
	u.exponent = term_sub(t, u.exponent, term_bool_to_bv(t, clear, term_width(t, u.exponent)));
	return u;
}

/* The exponent of a product whose significand is in [1, 4), 'extra' bits wider. */
static term product_exponent(struct terms *t, const struct fp_format *f, const struct parts *x,
                             const struct parts *y, uint32_t extra) {
	uint32_t width = f->exponent + 2 + extra;
	term sum = term_add(t, term_sext(t, x->exponent, width), term_sext(t, y->exponent, width));
	return term_sub(t, sum, term_i64(t, width, fp_bias(f) - 1));
}

/* NaN of a product: an operand is NaN, or zero meets infinity. */
static term product_nan(struct terms *t, const struct parts *x, const struct parts *y) {
	term nan = term_or(t, x->nan, y->nan);
	nan = term_or(t, nan, term_and(t, x->inf, y->zero));
	return term_or(t, nan, term_and(t, x->zero, y->inf));
}

term fp_circuit_mul(struct terms *t, const struct fp_format *f, term mode, term a, term b) {
	struct parts x = fp_unpack(t, f, a, true), y = fp_unpack(t, f, b, true);
	struct unrounded u = {
	    .negative = term_xor(t, x.negative, y.negative),
	    .exponent = product_exponent(t, f, &x, &y, 0),
	    .significand = fp_top(t, multiply(t, x.significand, y.significand), fp_precision(f) + 3),
	};
	u = fp_denormalise(t, normalise_once(t, u));
	term result = fp_round_pack(t, f, mode, u);
	result = term_ite(t, term_or(t, x.inf, y.inf), fp_infinity(t, f, u.negative), result);
	return term_ite(t, product_nan(t, &x, &y), fp_quiet_nan(t, f), result);
}

/* x / y for normalised significands of p bits: p + 2 bits of quotient, the first of weight one,
 * and one bit more that says whether anything remains. */
static term divide(struct terms *t, term x, term y) {
	uint32_t p = term_width(t, x);
	if (is_top_bit(t, y))
		return fp_pad(t, x, 3);
	term rest = term_zext(t, x, p + 1), quotient = NO_TERM;
	term divisor = term_zext(t, y, p + 2);
	for (uint32_t i = 0; i < p + 2; i++) {
		/* rest < 2 * y, so the difference is below y, or negative */
		term difference = term_sub(t, term_zext(t, rest, p + 2), divisor);
		term less = fp_bit(t, difference, p + 1);
		term digit = term_bool_to_bv(t, term_not(t, less), 1);
		quotient = i ? term_concat(t, quotient, digit) : digit;
		rest = term_ite(t, less, term_extract(t, rest, p - 1, 0),
		                term_extract(t, difference, p - 1, 0));
		rest = fp_pad(t, rest, 1);
	}
	return term_concat(t, quotient, term_bool_to_bv(t, term_is_nonzero(t, rest), 1));
}

term fp_circuit_div(struct terms *t, const struct fp_format *f, term mode, term a, term b) {
	struct parts x = fp_unpack(t, f, a, true), y = fp_unpack(t, f, b, true);
	uint32_t width = f->exponent + 2;
	struct unrounded u = {
	    .negative = term_xor(t, x.negative, y.negative),
	    .exponent =
	        term_add(t, term_sub(t, x.exponent, y.exponent), term_i64(t, width, fp_bias(f))),
	    .significand = divide(t, x.significand, y.significand),
	};
	u = fp_denormalise(t, normalise_once(t, u));
	term result = fp_round_pack(t, f, mode, u);
	term zero = fp_pack(t, u.negative, term_u64(t, f->exponent + f->fraction, 0));
	result = term_ite(t, term_or(t, x.zero, y.inf), zero, result);
	result = term_ite(t, term_or(t, x.inf, y.zero), fp_infinity(t, f, u.negative), result);
	term nan = term_or(t, term_or(t, x.nan, y.nan),
	                   term_or(t, term_and(t, x.inf, y.inf), term_and(t, x.zero, y.zero)));
	return term_ite(t, nan, fp_quiet_nan(t, f), result);
}

/* Orders two magnitudes and adds them; exponents are signed and have one width. */
static struct unrounded add_unrounded(struct terms *t, term mode, struct unrounded x,
                                      struct unrounded y) {
	uint32_t width = term_width(t, x.exponent);
	term less = term_or(t, term_slt(t, x.exponent, y.exponent),
	                    term_and(t, term_equal(t, x.exponent, y.exponent),
	                             term_ult(t, x.significand, y.significand)));
	struct unrounded large = {
	    .negative = term_ite(t, less, y.negative, x.negative),
	    .exponent = term_ite(t, less, y.exponent, x.exponent),
	    .significand = term_ite(t, less, y.significand, x.significand),
	};
	term small = term_ite(t, less, x.significand, y.significand);
	term small_exponent = term_ite(t, less, x.exponent, y.exponent);
	term distance = term_sub(t, large.exponent, small_exponent); /* unsigned: never negative */
	term subtract = term_xor(t, x.negative, y.negative), count;
	term sum = add_aligned(t, large.significand, small, distance, subtract);
	large.negative = sum_sign(t, mode, sum, subtract, large.negative);
	large.significand = fp_normalise(t, sum, &count);
	term up = term_add(t, large.exponent, term_u64(t, width, 1));
	large.exponent = term_sub(t, up, term_zext(t, count, width));
	return large;
}

term fp_circuit_fma(struct terms *t, const struct fp_format *f, term mode, term a, term b, term c) {
	struct parts x = fp_unpack(t, f, a, true), y = fp_unpack(t, f, b, true),
	             z = fp_unpack(t, f, c, true);
	uint32_t width = f->exponent + 3, precision = fp_precision(f);
	struct unrounded product = {
	    .negative = term_xor(t, x.negative, y.negative),
	    .exponent = product_exponent(t, f, &x, &y, 1),
	    .significand = multiply(t, x.significand, y.significand),
	};
	product = normalise_once(t, product);
	struct unrounded addend = {
	    .negative = z.negative,
	    .exponent = term_sext(t, z.exponent, width),
	    .significand = fp_pad(t, z.significand, precision),
	};
	/* a zero must be the smaller operand, whatever its exponent came out as */
	term lowest = fp_pad(t, term_u64(t, 1, 1), width - 1);
	product.exponent = term_ite(t, term_or(t, x.zero, y.zero), lowest, product.exponent);
	addend.exponent = term_ite(t, z.zero, lowest, addend.exponent);
	struct unrounded sum = add_unrounded(t, mode, product, addend);
	term result = fp_round_pack(t, f, mode, fp_denormalise(t, sum));
	term inf = term_or(t, x.inf, y.inf);
	result = term_ite(t, z.inf, c, result);
	result = term_ite(t, inf, fp_infinity(t, f, product.negative), result);
	term clash = term_and(t, term_and(t, inf, z.inf), term_xor(t, product.negative, z.negative));
	term nan = term_or(t, term_or(t, product_nan(t, &x, &y), z.nan), clash);
	return term_ite(t, nan, fp_quiet_nan(t, f), result);
}

/* The root of 'radicand', an even number of bits: half as many digits, and one bit that says
 * whether anything remains. */
static term square_root(struct terms *t, term radicand) {
	uint32_t n = term_width(t, radicand) / 2;
	term root = NO_TERM, rest = NO_TERM;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t low = 2 * (n - 1 - i);
		term next = term_extract(t, radicand, low + 1, low);
		/* rest <= 2 * root, so with two bits more it has i + 3, and the difference a sign */
		term bigger = i ? term_concat(t, rest, next) : next;
		term trial = term_u64(t, 2, 1);
		trial = i ? term_concat(t, root, trial) : trial;
		term difference = term_sub(t, term_zext(t, bigger, i + 4), term_zext(t, trial, i + 4));
		term less = fp_bit(t, difference, i + 3);
		term digit = term_bool_to_bv(t, term_not(t, less), 1);
		root = i ? term_concat(t, root, digit) : digit;
		rest =
		    term_extract(t, term_ite(t, less, term_zext(t, bigger, i + 4), difference), i + 1, 0);
	}
	return term_concat(t, root, term_bool_to_bv(t, term_is_nonzero(t, rest), 1));
}

term fp_circuit_sqrt(struct terms *t, const struct fp_format *f, term mode, term a) {
	struct parts x = fp_unpack(t, f, a, true);
	uint32_t width = f->exponent + 2, precision = fp_precision(f);
	term sum = term_add(t, x.exponent, term_i64(t, width, fp_bias(f)));
	/* the bias is odd, so the power of two is odd when the biased exponent is even */
	term odd = fp_bit(t, sum, 0);
	term once = term_zext(t, x.significand, precision + 1), twice = fp_pad(t, x.significand, 1);
	struct unrounded u = {
	    .negative = term_false(t),
	    .exponent = term_ashr(t, sum, term_u64(t, width, 1)),
	    .significand = square_root(t, fp_pad(t, term_ite(t, odd, twice, once), precision + 1)),
	};
	if (fp_bias(f) <= (long)precision) /* never in the formats of C: roots are normal there */
		u = fp_denormalise(t, u);
	term result = fp_round_pack(t, f, mode, u);
	result = term_ite(t, term_or(t, x.zero, x.inf), a, result); /* sqrt(-0) is -0 */
	term nan = term_or(t, x.nan, term_and(t, x.negative, term_not(t, x.zero)));
	return term_ite(t, nan, fp_quiet_nan(t, f), result);
}
