/* What all float circuits are made of.
 *
 * Shifts are logarithmic: one row of multiplexers per bit of the amount.  A right shift collects
 * what it drops in the lowest bit (sticky), so that rounding sees it.  Rounding adds its
 * increment to exponent field and fraction as one number: a carry out of the fraction is then
 * the right exponent, from subnormal to normal and from the largest number to infinity alike.
 */
#include "solvers/float/float_impl.h"

#include "util/text/diag.h"

term fp_bit(struct terms *t, term x, uint32_t i) {
	return term_equal(t, term_extract(t, x, i, i), term_u64(t, 1, 1));
}

term fp_pad(struct terms *t, term x, uint32_t n) {
	return n ? term_concat(t, x, term_u64(t, n, 0)) : x;
}

term fp_top(struct terms *t, term x, uint32_t n) {
	uint32_t width = term_width(t, x);
	if (width <= n)
		return fp_pad(t, x, n - width);
	term lost = term_is_nonzero(t, term_extract(t, x, width - n, 0));
	return term_concat(t, term_extract(t, x, width - 1, width - n + 1),
	                   term_bool_to_bv(t, lost, 1));
}

term fp_field(struct terms *t, const struct fp_format *f, term x) {
	return term_extract(t, x, f->fraction + f->exponent - 1, f->fraction);
}

term fp_fraction(struct terms *t, const struct fp_format *f, term x) {
	return term_extract(t, x, f->fraction - 1, 0);
}

term fp_magnitude(struct terms *t, const struct fp_format *f, term x) {
	return term_extract(t, x, f->fraction + f->exponent - 1, 0);
}

term fp_pack(struct terms *t, term negative, term magnitude) {
	return term_concat(t, term_bool_to_bv(t, negative, 1), magnitude);
}

static term ones(struct terms *t, uint32_t width) {
	return term_i64(t, width, -1);
}

term fp_quiet_nan(struct terms *t, const struct fp_format *f) {
	term high = term_zext(t, ones(t, f->exponent + 1), f->exponent + 2);
	return fp_pad(t, high, f->fraction - 1);
}

static term infinite_magnitude(struct terms *t, const struct fp_format *f) {
	return fp_pad(t, ones(t, f->exponent), f->fraction);
}

term fp_infinity(struct terms *t, const struct fp_format *f, term negative) {
	return fp_pack(t, negative, infinite_magnitude(t, f));
}

struct parts fp_unpack(struct terms *t, const struct fp_format *f, term x, bool normal) {
	if (f->explicit_leading || f->fraction + 3 >= 1U << f->exponent)
		BUG("no circuit for floats of %u + %u bits", f->exponent, f->fraction);
	term field = fp_field(t, f, x), fraction = fp_fraction(t, f, x);
	term subnormal = term_is_zero(t, field), no_fraction = term_is_zero(t, fraction);
	term special = term_equal(t, field, ones(t, f->exponent));
	struct parts p = {
	    .negative = fp_bit(t, x, f->exponent + f->fraction),
	    .nan = term_and(t, special, term_not(t, no_fraction)),
	    .inf = term_and(t, special, no_fraction),
	    .zero = term_and(t, subnormal, no_fraction),
	};
	p.significand = term_concat(t, term_bool_to_bv(t, term_not(t, subnormal), 1), fraction);
	field = term_bvor(t, field, term_bool_to_bv(t, subnormal, f->exponent)); /* 0 counts as 1 */
	p.exponent = term_zext(t, field, f->exponent + 2);
	if (normal) {
		term count;
		p.significand = fp_normalise(t, p.significand, &count);
		p.exponent = term_sub(t, p.exponent, term_zext(t, count, f->exponent + 2));
	}
	return p;
}

/* Rows of a shifter for distances up to width - 1. */
static uint32_t stages(uint32_t width) {
	uint32_t n = 0;
	while (1U << n < width)
		n++;
	return n;
}

/* x >> distance, 0 < distance < width, sticky */
static term drop(struct terms *t, term x, uint32_t distance) {
	uint32_t width = term_width(t, x);
	return term_zext(t, fp_top(t, x, width - distance), width);
}

term fp_shift_right_sticky(struct terms *t, term x, term amount) {
	uint32_t width = term_width(t, x), bits = term_width(t, amount), n = stages(width);
	for (uint32_t k = 0; k < n && k < bits; k++)
		x = term_ite(t, fp_bit(t, amount, k), drop(t, x, 1U << k), x);
	if (bits <= n)
		return x;
	term far = term_is_nonzero(t, term_extract(t, amount, bits - 1, n));
	return term_ite(t, far, term_bool_to_bv(t, term_is_nonzero(t, x), width), x);
}

/* x << distance, 0 < distance < width; the bits lost are known to be zero */
static term lift(struct terms *t, term x, uint32_t distance) {
	return fp_pad(t, term_extract(t, x, term_width(t, x) - 1 - distance, 0), distance);
}

static term top_is_zero(struct terms *t, term x, uint32_t n) {
	uint32_t width = term_width(t, x);
	return term_is_zero(t, term_extract(t, x, width - 1, width - n));
}

term fp_normalise(struct terms *t, term x, term *count) {
	uint32_t n = stages(term_width(t, x));
	*count = NO_TERM;
	for (uint32_t k = n; k-- > 0;) {
		term move = top_is_zero(t, x, 1U << k);
		x = term_ite(t, move, lift(t, x, 1U << k), x);
		term bit = term_bool_to_bv(t, move, 1);
		*count = count->ix ? term_concat(t, *count, bit) : bit;
	}
	if (!n)
		*count = term_u64(t, 1, 0);
	return x;
}

term fp_normalise_within(struct terms *t, term x, term *room) {
	uint32_t bits = term_width(t, *room);
	for (uint32_t k = stages(term_width(t, x)); k-- > 0;) {
		if (k >= bits)
			continue;
		/* the steps of 2^k that are left: a number one less after each */
		term steps = term_extract(t, *room, bits - 1, k);
		term move = term_and(t, top_is_zero(t, x, 1U << k), term_is_nonzero(t, steps));
		x = term_ite(t, move, lift(t, x, 1U << k), x);
		steps = term_sub(t, steps, term_bool_to_bv(t, move, bits - k));
		*room = k ? term_concat(t, steps, term_extract(t, *room, k - 1, 0)) : steps;
	}
	return x;
}

struct unrounded fp_denormalise(struct terms *t, struct unrounded u) {
	uint32_t width = term_width(t, u.exponent);
	term one = term_u64(t, width, 1);
	term low = term_slt(t, u.exponent, one);
	term amount = term_ite(t, low, term_sub(t, one, u.exponent), term_u64(t, width, 0));
	u.significand = fp_shift_right_sticky(t, u.significand, amount);
	u.exponent = term_ite(t, low, one, u.exponent);
	return u;
}

term fp_mode_is(struct terms *t, term mode, enum fp_round round) {
	return term_equal(t, mode, term_u64(t, 3, round));
}

term fp_round_up(struct terms *t, term mode, term negative, term odd, term guard, term sticky) {
	term inexact = term_or(t, guard, sticky);
	term up = guard; /* FP_NEAREST_AWAY */
	up = term_ite(t, fp_mode_is(t, mode, FP_DOWNWARD), term_and(t, negative, inexact), up);
	up = term_ite(t, fp_mode_is(t, mode, FP_UPWARD), term_and(t, term_not(t, negative), inexact),
	              up);
	up = term_ite(t, fp_mode_is(t, mode, FP_TOWARD_ZERO), term_false(t), up);
	term even = term_and(t, guard, term_or(t, sticky, odd));
	return term_ite(t, fp_mode_is(t, mode, FP_NEAREST_EVEN), even, up);
}

/* Infinity, or the largest number when the mode points back toward zero. */
static term overflow(struct terms *t, const struct fp_format *f, term mode, term negative) {
	term back = term_or(
	    t, fp_mode_is(t, mode, FP_TOWARD_ZERO),
	    term_ite(t, negative, fp_mode_is(t, mode, FP_UPWARD), fp_mode_is(t, mode, FP_DOWNWARD)));
	term inf = infinite_magnitude(t, f);
	term largest = term_sub(t, inf, term_u64(t, term_width(t, inf), 1));
	return term_ite(t, back, largest, inf);
}

static term exceeds(struct terms *t, const struct fp_format *f, term exponent) {
	uint32_t width = term_width(t, exponent);
	term low = term_extract(t, exponent, f->exponent - 1, 0);
	term over = term_equal(t, low, ones(t, f->exponent));
	if (width > f->exponent)
		over =
		    term_or(t, over, term_is_nonzero(t, term_extract(t, exponent, width - 1, f->exponent)));
	return over;
}

term fp_round_pack(struct terms *t, const struct fp_format *f, term mode, struct unrounded u) {
	uint32_t precision = fp_precision(f);
	term all = fp_top(t, u.significand, precision + 2);
	term kept = term_extract(t, all, precision + 1, 2);
	term lead = fp_bit(t, kept, precision - 1);
	term field = term_ite(t, lead, term_extract(t, u.exponent, f->exponent - 1, 0),
	                      term_u64(t, f->exponent, 0));
	term magnitude = term_concat(t, field, term_extract(t, kept, precision - 2, 0));
	term up =
	    fp_round_up(t, mode, u.negative, fp_bit(t, kept, 0), fp_bit(t, all, 1), fp_bit(t, all, 0));
	magnitude = term_add(t, magnitude, term_bool_to_bv(t, up, term_width(t, magnitude)));
	term over = term_and(t, lead, exceeds(t, f, u.exponent));
	magnitude = term_ite(t, over, overflow(t, f, mode, u.negative), magnitude);
	return fp_pack(t, u.negative, magnitude);
}
