#include "solvers/float/float_impl.h"

#include "util/text/diag.h"

/* Circuits see an x87 number as one of 79 bits, without the leading bit of the significand. */
static struct fp_format implicit(const struct fp_format *f) {
	return (struct fp_format){.exponent = f->exponent, .fraction = f->fraction};
}

static term narrow(struct terms *t, const struct fp_format *f, term x) {
	if (term_width(t, x) != fp_width(f))
		BUG("a float of %u bits has %u bits", fp_width(f), term_width(t, x));
	if (!f->explicit_leading)
		return x;
	uint32_t lead_at = f->fraction, n = f->exponent;
	term sign = term_extract(t, x, lead_at + n + 1, lead_at + n + 1);
	term field = term_extract(t, x, lead_at + n, lead_at + 1);
	term fraction = term_extract(t, x, f->fraction - 1, 0);
	term lead = fp_bit(t, x, lead_at), low = term_is_zero(t, field);
	term pseudo = term_and(t, low, lead); /* pseudo-denormal: the exponent counts as one */
	term invalid = term_and(t, term_not(t, low), term_not(t, lead));
	field = term_bvor(t, field, term_bool_to_bv(t, pseudo, n));
	struct fp_format without = implicit(f);
	return term_ite(t, invalid, fp_quiet_nan(t, &without),
	                term_concat(t, sign, term_concat(t, field, fraction)));
}

static term widen(struct terms *t, const struct fp_format *f, term x) {
	if (!f->explicit_leading)
		return x;
	term head = term_extract(t, x, f->fraction + f->exponent, f->fraction);
	term lead = term_is_nonzero(t, fp_field(t, f, x));
	term tail = term_concat(t, term_bool_to_bv(t, lead, 1), fp_fraction(t, f, x));
	return term_concat(t, head, tail);
}

/* The mode of a constant term; false if it is symbolic. */
static bool constant_mode(struct terms *t, term mode, enum fp_round *round) {
	uint64_t value;
	if (!term_get_u64(t, mode, &value))
		return false;
	*round = value < FP_NEAREST_AWAY ? (enum fp_round)value : FP_NEAREST_AWAY;
	return true;
}

/* NO_TERM: an operand is symbolic. */
static term fold(struct terms *t, const struct fp_format *f, enum fp_op op, term mode,
                 const term *arg, uint32_t n) {
	struct bits value[3];
	enum fp_round round;
	if (!constant_mode(t, mode, &round))
		return NO_TERM;
	for (uint32_t i = 0; i < n; i++) {
		if (!term_is_const(t, arg[i]))
			return NO_TERM;
		value[i] = term_bits(t, arg[i]);
	}
	return term_const(t, fpv_compute(terms_arena(t), f, op, round, value));
}

static term binary(struct terms *t, const struct fp_format *f, enum fp_op op, term mode, term a,
                   term b) {
	term result = fold(t, f, op, mode, (term[]){a, b}, 2);
	if (result.ix)
		return result;
	struct fp_format g = implicit(f);
	a = narrow(t, f, a);
	b = narrow(t, f, b);
	/* one order for operations that have none, so that equal results are one term */
	if ((op == FP_OP_ADD || op == FP_OP_MUL) && a.ix > b.ix) {
		term c = a;
		a = b;
		b = c;
	}
	switch (op) {
	case FP_OP_ADD: result = fp_circuit_add(t, &g, mode, a, b); break;
	case FP_OP_MUL: result = fp_circuit_mul(t, &g, mode, a, b); break;
	case FP_OP_DIV: result = fp_circuit_div(t, &g, mode, a, b); break;
	case FP_OP_REM: result = fp_circuit_rem(t, &g, a, b); break;
	default: BUG("not a binary float operation: %d", (int)op);
	}
	return widen(t, f, result);
}

static term unary(struct terms *t, const struct fp_format *f, enum fp_op op, term mode, term a) {
	term result = fold(t, f, op, mode, &a, 1);
	if (result.ix)
		return result;
	struct fp_format g = implicit(f);
	a = narrow(t, f, a);
	result = op == FP_OP_SQRT ? fp_circuit_sqrt(t, &g, mode, a) : fp_circuit_rint(t, &g, mode, a);
	return widen(t, f, result);
}

term fp_add(struct terms *t, const struct fp_format *f, term mode, term a, term b) {
	return binary(t, f, FP_OP_ADD, mode, a, b);
}

term fp_sub(struct terms *t, const struct fp_format *f, term mode, term a, term b) {
	term result = fold(t, f, FP_OP_SUB, mode, (term[]){a, b}, 2);
	return result.ix ? result : binary(t, f, FP_OP_ADD, mode, a, fp_neg(t, f, b));
}

term fp_mul(struct terms *t, const struct fp_format *f, term mode, term a, term b) {
	return binary(t, f, FP_OP_MUL, mode, a, b);
}

term fp_div(struct terms *t, const struct fp_format *f, term mode, term a, term b) {
	return binary(t, f, FP_OP_DIV, mode, a, b);
}

bool fp_rem_supported(struct terms *t, const struct fp_format *f, term a, term b) {
	return f->exponent <= fp_double.exponent || (term_is_const(t, a) && term_is_const(t, b));
}

term fp_rem(struct terms *t, const struct fp_format *f, term a, term b) {
	if (!fp_rem_supported(t, f, a, b))
		BUG("fmod of symbolic floats of %u bits", fp_width(f));
	return binary(t, f, FP_OP_REM, term_u64(t, 3, FP_NEAREST_EVEN), a, b);
}

term fp_fma(struct terms *t, const struct fp_format *f, term mode, term a, term b, term c) {
	term result = fold(t, f, FP_OP_FMA, mode, (term[]){a, b, c}, 3);
	if (result.ix)
		return result;
	struct fp_format g = implicit(f);
	result = fp_circuit_fma(t, &g, mode, narrow(t, f, a), narrow(t, f, b), narrow(t, f, c));
	return widen(t, f, result);
}

term fp_sqrt(struct terms *t, const struct fp_format *f, term mode, term a) {
	return unary(t, f, FP_OP_SQRT, mode, a);
}

term fp_round_to_integral(struct terms *t, const struct fp_format *f, term mode, term a) {
	return unary(t, f, FP_OP_RINT, mode, a);
}

static term with_sign(struct terms *t, const struct fp_format *f, term sign, term x) {
	return term_concat(t, sign, term_extract(t, x, fp_width(f) - 2, 0));
}

static term sign_of(struct terms *t, const struct fp_format *f, term x) {
	return term_extract(t, x, fp_width(f) - 1, fp_width(f) - 1);
}

term fp_neg(struct terms *t, const struct fp_format *f, term x) {
	return with_sign(t, f, term_bvnot(t, sign_of(t, f, x)), x);
}

term fp_abs(struct terms *t, const struct fp_format *f, term x) {
	return with_sign(t, f, term_u64(t, 1, 0), x);
}

term fp_copysign(struct terms *t, const struct fp_format *f, term magnitude, term sign) {
	return with_sign(t, f, sign_of(t, f, sign), magnitude);
}

term fp_sign(struct terms *t, const struct fp_format *f, term x) {
	return fp_bit(t, x, fp_width(f) - 1);
}

/* Classification and comparison look at narrowed patterns only. */

static term field_is_ones(struct terms *t, const struct fp_format *f, term x) {
	return term_equal(t, fp_field(t, f, x), term_i64(t, f->exponent, -1));
}

static term is_nan(struct terms *t, const struct fp_format *f, term x) {
	return term_and(t, field_is_ones(t, f, x), term_is_nonzero(t, fp_fraction(t, f, x)));
}

term fp_is_nan(struct terms *t, const struct fp_format *f, term x) {
	return is_nan(t, f, narrow(t, f, x));
}

term fp_is_inf(struct terms *t, const struct fp_format *f, term x) {
	x = narrow(t, f, x);
	return term_and(t, field_is_ones(t, f, x), term_is_zero(t, fp_fraction(t, f, x)));
}

term fp_is_zero(struct terms *t, const struct fp_format *f, term x) {
	return term_is_zero(t, fp_magnitude(t, f, narrow(t, f, x)));
}

term fp_is_normal(struct terms *t, const struct fp_format *f, term x) {
	x = narrow(t, f, x);
	return term_and(t, term_is_nonzero(t, fp_field(t, f, x)), term_not(t, field_is_ones(t, f, x)));
}

static bool constant_order(struct terms *t, const struct fp_format *f, term a, term b,
                           enum fp_order *order) {
	if (!term_is_const(t, a) || !term_is_const(t, b))
		return false;
	*order = fpv_compare(f, term_bits(t, a), term_bits(t, b));
	return true;
}

struct comparison {
	term ordered; /* no NaN */
	term same;    /* equal as C means it, if ordered */
	term before;  /* a < b, if ordered and not the same */
};

/* Patterns of one sign are ordered like integers, those of negative numbers the other way round. */
static struct comparison compare(struct terms *t, const struct fp_format *f, term a, term b) {
	struct fp_format g = implicit(f);
	a = narrow(t, f, a);
	b = narrow(t, f, b);
	term zeros = term_is_zero(t, term_bvor(t, fp_magnitude(t, &g, a), fp_magnitude(t, &g, b)));
	term negative = term_and(t, fp_sign(t, &g, a), fp_sign(t, &g, b));
	return (struct comparison){
	    .ordered = term_not(t, term_or(t, is_nan(t, &g, a), is_nan(t, &g, b))),
	    .same = term_or(t, term_equal(t, a, b), zeros),
	    .before = term_xor(t, term_slt(t, a, b), negative),
	};
}

term fp_eq(struct terms *t, const struct fp_format *f, term a, term b) {
	enum fp_order order;
	if (constant_order(t, f, a, b, &order))
		return term_bool(t, order == FP_EQUAL);
	struct comparison c = compare(t, f, a, b);
	return term_and(t, c.ordered, c.same);
}

term fp_lt(struct terms *t, const struct fp_format *f, term a, term b) {
	enum fp_order order;
	if (constant_order(t, f, a, b, &order))
		return term_bool(t, order == FP_LESS);
	struct comparison c = compare(t, f, a, b);
	return term_and(t, c.ordered, term_and(t, term_not(t, c.same), c.before));
}

term fp_le(struct terms *t, const struct fp_format *f, term a, term b) {
	enum fp_order order;
	if (constant_order(t, f, a, b, &order))
		return term_bool(t, order == FP_LESS || order == FP_EQUAL);
	struct comparison c = compare(t, f, a, b);
	return term_and(t, c.ordered, term_or(t, c.same, c.before));
}

term fp_convert(struct terms *t, const struct fp_format *to, const struct fp_format *from,
                term mode, term x) {
	enum fp_round round;
	if (to == from) /* a copy, of a NaN as well */
		return x;
	if (term_is_const(t, x) && constant_mode(t, mode, &round))
		return term_const(t, fpv_convert(terms_arena(t), to, from, round, term_bits(t, x)));
	struct fp_format g = implicit(to), h = implicit(from);
	return widen(t, to, fp_circuit_convert(t, &g, &h, mode, narrow(t, from, x)));
}

term fp_from_int(struct terms *t, const struct fp_format *f, term mode, term x, bool is_signed) {
	enum fp_round round;
	if (term_is_const(t, x) && constant_mode(t, mode, &round))
		return term_const(t, fpv_from_int(terms_arena(t), f, round, term_bits(t, x), is_signed));
	struct fp_format g = implicit(f);
	return widen(t, f, fp_circuit_from_int(t, &g, mode, x, is_signed));
}

term fp_to_int(struct terms *t, const struct fp_format *f, term x, uint32_t width, bool is_signed) {
	if (term_is_const(t, x))
		return term_const(t, fpv_to_int(terms_arena(t), f, term_bits(t, x), width, is_signed));
	struct fp_format g = implicit(f);
	return fp_circuit_to_int(t, &g, narrow(t, f, x), width, is_signed);
}

term fp_fits_int(struct terms *t, const struct fp_format *f, term x, uint32_t width,
                 bool is_signed) {
	if (term_is_const(t, x))
		return term_bool(t, fpv_fits_int(f, term_bits(t, x), width, is_signed));
	struct fp_format g = implicit(f);
	return fp_circuit_fits_int(t, &g, narrow(t, f, x), width, is_signed);
}
