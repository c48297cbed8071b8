/* Circuits between formats, to and from integers, and to integral values. */
#include "solvers/float/float_impl.h"

/* Bits needed for a signed number of this size. */
static uint32_t signed_bits(long size) {
	uint32_t n = 2;
	while (size >>= 1)
		n++;
	return n;
}

/* From one range of exponents to a smaller or larger one.  A subnormal operand must be shifted up
 * only if the result can tell it from zero. */
static struct unrounded rebias(struct terms *t, const struct fp_format *to,
                               const struct fp_format *from, const struct parts *x) {
	uint32_t widest = (to->exponent > from->exponent ? to->exponent : from->exponent) + 2;
	long change = fp_bias(to) - fp_bias(from);
	struct unrounded u = {
	    .negative = x->negative,
	    .exponent = term_add(t, term_sext(t, x->exponent, widest), term_i64(t, widest, change)),
	    .significand = x->significand,
	};
	if (change < (long)from->fraction) { /* else even the smallest subnormal becomes normal */
		u.significand = fp_top(t, u.significand, fp_precision(to) + 3);
		u = fp_denormalise(t, u);
	}
	return u;
}

/* A NaN keeps its sign and the highest bits of its payload; the quiet bit is set. */
static term convert_nan(struct terms *t, const struct fp_format *to, const struct fp_format *from,
                        term a) {
	uint32_t have = from->fraction - 1, want = to->fraction - 1;
	term payload = term_extract(t, a, have - 1, have > want ? have - want : 0);
	payload = fp_pad(t, payload, want > have ? want - have : 0);
	term ones = term_i64(t, to->exponent + 1, -1);
	return fp_pack(t, fp_bit(t, a, from->fraction + from->exponent), term_concat(t, ones, payload));
}

term fp_circuit_convert(struct terms *t, const struct fp_format *to, const struct fp_format *from,
                        term mode, term a) {
	bool tiny_subnormals = fp_bias(from) > fp_bias(to) + (long)to->fraction + 2;
	bool normal = to->exponent != from->exponent && !tiny_subnormals;
	struct parts x = fp_unpack(t, from, a, normal);
	struct unrounded u = {x.negative, x.exponent, x.significand};
	if (to->exponent != from->exponent)
		u = rebias(t, to, from, &x);
	term result = fp_round_pack(t, to, mode, u);
	result = term_ite(t, x.inf, fp_infinity(t, to, x.negative), result);
	return term_ite(t, x.nan, convert_nan(t, to, from, a), result);
}

term fp_circuit_from_int(struct terms *t, const struct fp_format *f, term mode, term a,
                         bool is_signed) {
	uint32_t width = term_width(t, a);
	uint32_t bits = signed_bits(fp_bias(f) + (long)width);
	struct unrounded u = {.negative = is_signed ? fp_bit(t, a, width - 1) : term_false(t)};
	term count;
	u.significand = fp_normalise(t, term_ite(t, u.negative, term_neg(t, a), a), &count);
	u.exponent =
	    term_sub(t, term_i64(t, bits, fp_bias(f) + (long)width - 1), term_zext(t, count, bits));
	return fp_round_pack(t, f, mode, u);
}

/* The magnitude of the smallest float that is not below 2^power + plus (0 or 1). */
static term bound(struct terms *t, const struct fp_format *f, uint32_t power, uint64_t plus) {
	struct arena *a = terms_arena(t);
	struct bits one = bits_u64(a, power + 1, 1);
	struct bits value = bits_shl(a, one, bits_u64(a, power + 1, power));
	if (plus)
		value = bits_or(a, value, one);
	value = fpv_from_int(a, f, FP_UPWARD, value, false);
	return fp_magnitude(t, f, term_const(t, value));
}

term fp_circuit_fits_int(struct terms *t, const struct fp_format *f, term a, uint32_t width,
                         bool is_signed) {
	term magnitude = fp_magnitude(t, f, a);
	term negative = fp_bit(t, a, f->exponent + f->fraction);
	term above = is_signed ? bound(t, f, width - 1, 0) : bound(t, f, width, 0);
	term below = is_signed && width > 1 ? bound(t, f, width - 1, 1)
	             : is_signed            ? bound(t, f, 1, 0)
	                                    : bound(t, f, 0, 0);
	return term_ite(t, negative, term_ult(t, magnitude, below), term_ult(t, magnitude, above));
}

/* x >> amount; a distance of width or more gives zero */
static term shift_right(struct terms *t, term x, term amount) {
	uint32_t width = term_width(t, x), bits = term_width(t, amount), k = 0;
	for (; k < bits && 1U << k < width; k++) {
		term moved = term_zext(t, term_extract(t, x, width - 1, 1U << k), width);
		x = term_ite(t, fp_bit(t, amount, k), moved, x);
	}
	if (k == bits)
		return x;
	term far = term_is_nonzero(t, term_extract(t, amount, bits - 1, k));
	return term_ite(t, far, term_u64(t, width, 0), x);
}

term fp_circuit_to_int(struct terms *t, const struct fp_format *f, term a, uint32_t width,
                       bool is_signed) {
	struct parts x = fp_unpack(t, f, a, false);
	uint32_t precision = fp_precision(f);
	/* as if the exponent were width - 1: the point is below the last bit then */
	term value = width > precision
	                 ? fp_pad(t, x.significand, width - precision)
	                 : term_extract(t, x.significand, precision - 1, precision - width);
	uint32_t bits = signed_bits(fp_bias(f) + (long)width);
	if (bits < f->exponent + 2)
		bits = f->exponent + 2;
	term distance = term_sub(t, term_i64(t, bits, fp_bias(f) + (long)width - 1),
	                         term_sext(t, x.exponent, bits));
	value = shift_right(t, value, distance);
	value = term_ite(t, x.negative, term_neg(t, value), value);
	term fits = fp_circuit_fits_int(t, f, a, width, is_signed);
	return term_ite(t, fits, value, fp_pad(t, term_u64(t, 1, 1), width - 1));
}

/* Below one: zero or one, by the mode. */
static term round_small(struct terms *t, const struct fp_format *f, term mode, term negative,
                        term magnitude) {
	uint32_t width = f->exponent + f->fraction;
	term half = fp_pad(t, term_u64(t, f->exponent, (uint64_t)fp_bias(f) - 1), f->fraction);
	term one = fp_pad(t, term_u64(t, f->exponent, (uint64_t)fp_bias(f)), f->fraction);
	term guard = term_not(t, term_ult(t, magnitude, half));
	term sticky = term_and(t, term_is_nonzero(t, magnitude), term_distinct(t, magnitude, half));
	term up = fp_round_up(t, mode, negative, term_false(t), guard, sticky);
	return term_ite(t, up, one, term_u64(t, width, 0));
}

/* The bits of the fraction that lie below the point are masked out on the packed number, and the
 * increment is added at the lowest bit that stays: no shift of the significand is needed.  In
 * [1, 2) that bit is the lowest of the exponent field, where the odd bias stands for the hidden
 * one. */
term fp_circuit_rint(struct terms *t, const struct fp_format *f, term mode, term a) {
	uint32_t width = f->exponent + f->fraction;
	term magnitude = fp_magnitude(t, f, a), field = fp_field(t, f, a);
	term negative = fp_bit(t, a, width);
	long bias = fp_bias(f);
	term below_one = term_ult(t, field, term_u64(t, f->exponent, (uint64_t)bias));
	term integral = term_ule(t, term_u64(t, f->exponent, (uint64_t)bias + f->fraction), field);
	term below = term_sub(t, term_u64(t, f->exponent, (uint64_t)bias + f->fraction), field);
	/* 'keep' covers the integral bits; meaningless unless 1 <= |a| < 2^fraction */
	term keep = term_i64(t, width, -1);
	for (uint32_t k = 0; k < f->exponent && 1U << k <= f->fraction; k++) {
		term moved = fp_pad(t, term_extract(t, keep, width - 1 - (1U << k), 0), 1U << k);
		keep = term_ite(t, fp_bit(t, below, k), moved, keep);
	}
	term drop = term_bvnot(t, keep);
	term drop_half = term_zext(t, term_extract(t, drop, width - 1, 1), width);
	term last = term_bvand(
	    t, keep,
	    term_bvor(t, fp_pad(t, term_extract(t, drop, width - 2, 0), 1), term_u64(t, width, 1)));
	term half = term_bvand(t, drop, term_bvnot(t, drop_half));
	term guard = term_is_nonzero(t, term_bvand(t, magnitude, half));
	term sticky = term_is_nonzero(t, term_bvand(t, magnitude, drop_half));
	term odd = term_is_nonzero(t, term_bvand(t, magnitude, last));
	term up = fp_round_up(t, mode, negative, odd, guard, sticky);
	term step = term_ite(t, up, last, term_u64(t, width, 0));
	term result = term_add(t, term_bvand(t, magnitude, keep), step);
	result = term_ite(t, below_one, round_small(t, f, mode, negative, magnitude), result);
	result = fp_pack(t, negative, term_ite(t, integral, magnitude, result));
	term nan = term_and(t, term_equal(t, field, term_i64(t, f->exponent, -1)),
	                    term_is_nonzero(t, fp_fraction(t, f, a)));
	return term_ite(t, nan, fp_quiet_nan(t, f), result);
}
