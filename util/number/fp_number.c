#include "util/number/fp_number.h"

#include "util/text/diag.h"

void number_init(struct number *x) {
	*x = (struct number){.kind = NUMBER_FINITE};
	mpz_init(x->m);
}

void number_clear(struct number *x) {
	mpz_clear(x->m);
}

struct bits bits_of_mpz(struct arena *a, uint32_t width, const mpz_t value) {
	mpz_t low;
	mpz_init(low);
	mpz_fdiv_r_2exp(low, value, width);
	size_t limbs = (width + 63) / 64;
	uint64_t one = 0, *to = width > 64 ? arena_array(a, uint64_t, limbs) : &one;
	mpz_export(to, NULL, -1, sizeof *to, 0, 0, low);
	mpz_clear(low);
	return (struct bits){.width = width, .lo = to[0], .limb = width > 64 ? to : NULL};
}

void mpz_of_bits(mpz_t to, struct bits b) {
	if (b.limb)
		mpz_import(to, (b.width + 63) / 64, -1, sizeof *b.limb, 0, 0, b.limb);
	else
		mpz_import(to, 1, -1, sizeof b.lo, 0, 0, &b.lo);
}

/* sign, exponent field, significand with its leading bit -> pattern */
static struct bits pack(struct arena *a, const struct fp_format *f, bool negative, long field,
                        const mpz_t significand) {
	mpz_t all, fraction;
	mpz_init_set_ui(all, negative);
	mpz_init(fraction);
	mpz_mul_2exp(all, all, f->exponent);
	mpz_add_ui(all, all, (unsigned long)field);
	uint32_t stored = f->fraction + f->explicit_leading;
	mpz_mul_2exp(all, all, stored);
	mpz_fdiv_r_2exp(fraction, significand, stored);
	mpz_ior(all, all, fraction);
	struct bits result = bits_of_mpz(a, fp_width(f), all);
	mpz_clear(fraction);
	mpz_clear(all);
	return result;
}

static struct bits pack_infinity(struct arena *a, const struct fp_format *f, bool negative) {
	mpz_t lead;
	mpz_init(lead);
	mpz_setbit(lead, f->fraction);
	struct bits result = pack(a, f, negative, fp_exponent_ones(f), lead);
	mpz_clear(lead);
	return result;
}

static struct bits pack_largest(struct arena *a, const struct fp_format *f, bool negative) {
	mpz_t ones;
	mpz_init(ones);
	mpz_setbit(ones, fp_precision(f));
	mpz_sub_ui(ones, ones, 1);
	struct bits result = pack(a, f, negative, fp_exponent_ones(f) - 1, ones);
	mpz_clear(ones);
	return result;
}

struct bits fpv_nan(struct arena *a, const struct fp_format *f) {
	mpz_t quiet;
	mpz_init(quiet);
	mpz_setbit(quiet, f->fraction);
	mpz_setbit(quiet, f->fraction - 1);
	struct bits result = pack(a, f, false, fp_exponent_ones(f), quiet);
	mpz_clear(quiet);
	return result;
}

/* An x87 pattern with an exponent but no leading bit is no number: the hardware refuses it. */
static bool is_invalid(const struct fp_format *f, const struct number *x, long field) {
	return f->explicit_leading && field != 0 && !mpz_tstbit(x->m, f->fraction);
}

void number_read(struct number *x, const struct fp_format *f, struct bits pattern) {
	if (pattern.width != fp_width(f))
		BUG("a float of %u bits has a pattern of %u bits", fp_width(f), pattern.width);
	mpz_t all;
	mpz_init(all);
	mpz_of_bits(all, pattern);
	uint32_t stored = f->fraction + f->explicit_leading;
	mpz_fdiv_r_2exp(x->m, all, stored);
	mpz_fdiv_q_2exp(all, all, stored);
	x->negative = mpz_tstbit(all, f->exponent);
	mpz_clrbit(all, f->exponent);
	long field = (long)mpz_get_ui(all);
	mpz_clear(all);
	x->kind = NUMBER_FINITE;
	x->e = (field ? field : 1) - fp_bias(f) - (long)f->fraction;
	if (is_invalid(f, x, field)) {
		x->kind = NUMBER_NAN;
	} else if (field == fp_exponent_ones(f)) {
		mpz_clrbit(x->m, f->fraction);
		x->kind = mpz_sgn(x->m) ? NUMBER_NAN : NUMBER_INF;
	} else if (field && !f->explicit_leading) {
		mpz_setbit(x->m, f->fraction);
	}
}

void number_align(struct number *x, struct number *y) {
	struct number *high = x->e > y->e ? x : y, *low = high == x ? y : x;
	mpz_mul_2exp(high->m, high->m, (mp_bitcnt_t)(high->e - low->e));
	high->e = low->e;
}

static bool rounds_up(enum fp_round mode, bool negative, bool odd, bool guard, bool sticky) {
	switch (mode) {
	case FP_NEAREST_EVEN: return guard && (sticky || odd);
	case FP_TOWARD_ZERO: return false;
	case FP_UPWARD: return !negative && (guard || sticky);
	case FP_DOWNWARD: return negative && (guard || sticky);
	case FP_NEAREST_AWAY: break;
	}
	return guard;
}

/* m, e -> the same number in units of 2^unit, rounded; 'sticky' as in number_round. */
static void round_to_unit(mpz_t m, long e, long unit, enum fp_round mode, bool negative,
                          bool sticky) {
	bool guard = false;
	if (unit <= e) {
		mpz_mul_2exp(m, m, (mp_bitcnt_t)(e - unit));
	} else {
		mp_bitcnt_t drop = (mp_bitcnt_t)(unit - e);
		guard = mpz_tstbit(m, drop - 1);
		sticky = sticky || (mpz_sgn(m) && mpz_scan1(m, 0) < drop - 1);
		mpz_fdiv_q_2exp(m, m, drop);
	}
	if (rounds_up(mode, negative, mpz_odd_p(m), guard, sticky))
		mpz_add_ui(m, m, 1);
}

static bool overflows_to_infinity(enum fp_round mode, bool negative) {
	switch (mode) {
	case FP_TOWARD_ZERO: return false;
	case FP_UPWARD: return !negative;
	case FP_DOWNWARD: return negative;
	case FP_NEAREST_EVEN:
	case FP_NEAREST_AWAY: break;
	}
	return true;
}

struct bits number_round(struct arena *a, const struct fp_format *f, enum fp_round mode,
                         const struct number *x, bool sticky) {
	if (x->kind == NUMBER_NAN)
		return fpv_nan(a, f);
	if (x->kind == NUMBER_INF)
		return pack_infinity(a, f, x->negative);
	long precision = (long)fp_precision(f);
	long lowest = 2 - fp_bias(f) - precision; /* the unit of subnormal numbers */
	long length = mpz_sgn(x->m) ? (long)mpz_sizeinbase(x->m, 2) : 0;
	long unit = x->e + length - precision;
	if (unit < lowest || !length)
		unit = lowest;
	mpz_t m;
	mpz_init_set(m, x->m);
	round_to_unit(m, x->e, unit, mode, x->negative, sticky);
	if (mpz_tstbit(m, (mp_bitcnt_t)precision)) { /* all ones were rounded up to a power of two */
		mpz_fdiv_q_2exp(m, m, 1);
		unit++;
	}
	bool normal = mpz_tstbit(m, (mp_bitcnt_t)precision - 1);
	long field = normal ? unit - lowest + 1 : 0;
	struct bits result;
	if (field < fp_exponent_ones(f))
		result = pack(a, f, x->negative, field, m);
	else if (overflows_to_infinity(mode, x->negative))
		result = pack_infinity(a, f, x->negative);
	else
		result = pack_largest(a, f, x->negative);
	mpz_clear(m);
	return result;
}

struct bits number_round_ratio(struct arena *a, const struct fp_format *f, enum fp_round mode,
                               bool negative, const mpz_t numerator, const mpz_t denominator,
                               long e) {
	struct number q;
	number_init(&q);
	q.negative = negative;
	long have = (long)mpz_sizeinbase(numerator, 2) - (long)mpz_sizeinbase(denominator, 2);
	long more = (long)fp_precision(f) + 3 - have; /* so that the quotient has precision + 2 bits */
	if (more < 0)
		more = 0;
	mpz_t rest;
	mpz_init(rest);
	mpz_mul_2exp(q.m, numerator, (mp_bitcnt_t)more);
	mpz_fdiv_qr(q.m, rest, q.m, denominator);
	q.e = e - more;
	struct bits result = number_round(a, f, mode, &q, mpz_sgn(rest) != 0);
	mpz_clear(rest);
	number_clear(&q);
	return result;
}

void number_to_integer(struct number *x, enum fp_round mode) {
	if (x->kind != NUMBER_FINITE || x->e >= 0)
		return;
	round_to_unit(x->m, x->e, 0, mode, x->negative, false);
	x->e = 0;
}
