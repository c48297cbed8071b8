/* Sums keep their constant outermost; a difference is a sum with BVNEG.  Products with powers of
 * two become concatenations with zeros, so that offsets of array elements slice well. */
#include "solvers/term/node.h"

term mk_neg(struct terms *ts, term a) {
	if (is_const(ts, a))
		return fold1(ts, TERM_BVNEG, a);
	term r = lift1(ts, TERM_BVNEG, a, width_of(ts, a));
	if (r.ix)
		return r;
	switch (kind_of(ts, a)) {
	case TERM_BVNEG: return arg_of(ts, a, 0);
	case TERM_BVNOT:
		return mk_add(ts, arg_of(ts, a, 0), const_u64(ts, width_of(ts, a), 1)); /* -~x = x + 1 */
	case TERM_ADD:
		if (is_const(ts, arg_of(ts, a, 1)) && spend(ts)) {
			term k = fold1(ts, TERM_BVNEG, arg_of(ts, a, 1));
			return mk_add(ts, mk_neg(ts, arg_of(ts, a, 0)), k);
		}
		break;
	case TERM_MUL:
		if (is_const(ts, arg_of(ts, a, 1)) && spend(ts)) {
			term k = fold1(ts, TERM_BVNEG, arg_of(ts, a, 1));
			return mk_mul(ts, arg_of(ts, a, 0), k);
		}
		break;
	default: break;
	}
	return node1(ts, TERM_BVNEG, width_of(ts, a), a);
}

static bool negates(const struct terms *ts, term a, term b) {
	return (is_kind(ts, a, TERM_BVNEG) && term_eq(arg_of(ts, a, 0), b)) ||
	       (is_kind(ts, b, TERM_BVNEG) && term_eq(arg_of(ts, b, 0), a));
}

static bool inverts(const struct terms *ts, term a, term b) {
	return (is_kind(ts, a, TERM_BVNOT) && term_eq(arg_of(ts, a, 0), b)) ||
	       (is_kind(ts, b, TERM_BVNOT) && term_eq(arg_of(ts, b, 0), a));
}

/* x + k with constant k, k not zero. */
static term add_const(struct terms *ts, term x, term k) {
	if (is_kind(ts, x, TERM_ADD) && is_const(ts, arg_of(ts, x, 1))) {
		k = fold2(ts, TERM_ADD, arg_of(ts, x, 1), k);
		x = arg_of(ts, x, 0);
		if (const_is_zero(ts, k))
			return x;
	}
	if (const_is_ones(ts, k) && is_kind(ts, x, TERM_BVNEG))
		return mk_bvnot(ts, arg_of(ts, x, 0)); /* -x - 1 = ~x */
	if (const_is_one(ts, k) && is_kind(ts, x, TERM_BVNOT))
		return mk_neg(ts, arg_of(ts, x, 0));
	term r = lift2(ts, TERM_ADD, x, k);
	return r.ix ? r : node2(ts, TERM_ADD, width_of(ts, x), x, k);
}

/* (x + y) + b where b cancels x or y. */
static term add_cancel(struct terms *ts, term a, term b) {
	if (is_kind(ts, a, TERM_ADD)) {
		for (uint32_t i = 0; i < 2; i++)
			if (negates(ts, arg_of(ts, a, i), b))
				return arg_of(ts, a, 1 - i);
	}
	if (is_kind(ts, a, TERM_BVNEG) && is_kind(ts, arg_of(ts, a, 0), TERM_ADD)) {
		term in = arg_of(ts, a, 0); /* b - (b + y) */
		for (uint32_t i = 0; i < 2; i++)
			if (term_eq(arg_of(ts, in, i), b))
				return mk_neg(ts, arg_of(ts, in, 1 - i));
	}
	return NO_TERM;
}

/* (x << n) + y where y needs at most n bits. */
static term add_disjoint(struct terms *ts, term a, term b) {
	if (!is_kind(ts, a, TERM_CONCAT) || !const_is_zero(ts, arg_of(ts, a, 1)))
		return NO_TERM;
	uint32_t n = width_of(ts, arg_of(ts, a, 1));
	if (!is_kind(ts, b, TERM_ZEXT) || width_of(ts, arg_of(ts, b, 0)) > n || !spend(ts))
		return NO_TERM;
	return mk_concat(ts, arg_of(ts, a, 0), mk_zext(ts, arg_of(ts, b, 0), n));
}

/* c*x + d*x, where d or c may be an absent 1. */
static bool read_multiple(struct terms *ts, term a, term *x, term *k) {
	*x = a;
	*k = NO_TERM;
	if (is_kind(ts, a, TERM_MUL) && is_const(ts, arg_of(ts, a, 1))) {
		*x = arg_of(ts, a, 0);
		*k = arg_of(ts, a, 1);
	}
	return k->ix != 0;
}

static term add_multiples(struct terms *ts, term a, term b) {
	term x, y, k, l;
	bool left = read_multiple(ts, a, &x, &k), right = read_multiple(ts, b, &y, &l);
	if (!term_eq(x, y) || (!left && !right && !term_eq(a, b)) || !spend(ts))
		return NO_TERM;
	term one = const_u64(ts, width_of(ts, a), 1);
	return mk_mul(ts, x, fold2(ts, TERM_ADD, k.ix ? k : one, l.ix ? l : one));
}

static term add_rules(struct terms *ts, term a, term b) {
	uint32_t w = width_of(ts, a);
	if (negates(ts, a, b))
		return const_zero(ts, w);
	if (inverts(ts, a, b))
		return const_ones(ts, w);
	term r = add_cancel(ts, a, b);
	if (!r.ix)
		r = add_cancel(ts, b, a);
	if (!r.ix)
		r = add_disjoint(ts, a, b);
	if (!r.ix)
		r = add_disjoint(ts, b, a);
	if (!r.ix)
		r = add_multiples(ts, a, b);
	if (!r.ix)
		r = lift2(ts, TERM_ADD, a, b);
	return r;
}

/* Takes the constant summand out of *a, if there is one. */
static term take_constant(struct terms *ts, term *a) {
	if (!is_kind(ts, *a, TERM_ADD) || !is_const(ts, arg_of(ts, *a, 1)))
		return NO_TERM;
	term k = arg_of(ts, *a, 1);
	*a = arg_of(ts, *a, 0);
	return k;
}

term mk_add(struct terms *ts, term a, term b) {
	order(ts, &a, &b);
	if (is_const(ts, b)) {
		if (is_const(ts, a))
			return fold2(ts, TERM_ADD, a, b);
		return const_is_zero(ts, b) ? a : add_const(ts, a, b);
	}
	term ka = take_constant(ts, &a), kb = take_constant(ts, &b);
	if (ka.ix || kb.ix) {
		term k = ka.ix && kb.ix ? fold2(ts, TERM_ADD, ka, kb) : ka.ix ? ka : kb;
		return mk_add(ts, mk_add(ts, a, b), k); /* neither a nor b has a constant now */
	}
	term r = add_rules(ts, a, b);
	return r.ix ? r : node2(ts, TERM_ADD, width_of(ts, a), a, b);
}

/* x * k with constant k. */
static term mul_const(struct terms *ts, term x, term k) {
	uint32_t log;
	if (const_is_zero(ts, k))
		return k;
	if (const_is_one(ts, k))
		return x;
	if (const_is_ones(ts, k))
		return mk_neg(ts, x);
	if (is_kind(ts, x, TERM_MUL) && is_const(ts, arg_of(ts, x, 1)) && spend(ts))
		return mk_mul(ts, arg_of(ts, x, 0), fold2(ts, TERM_MUL, arg_of(ts, x, 1), k));
	if (is_kind(ts, x, TERM_BVNEG) && spend(ts))
		return mk_mul(ts, arg_of(ts, x, 0), fold1(ts, TERM_BVNEG, k));
	if (is_kind(ts, x, TERM_ADD) && is_const(ts, arg_of(ts, x, 1)) && spend(ts)) {
		term rest = fold2(ts, TERM_MUL, arg_of(ts, x, 1), k);
		return mk_add(ts, mk_mul(ts, arg_of(ts, x, 0), k), rest);
	}
	if (const_power(ts, k, &log))
		return mk_shl_const(ts, x, log);
	return lift2(ts, TERM_MUL, x, k);
}

term mk_mul(struct terms *ts, term a, term b) {
	order(ts, &a, &b);
	term r;
	if (is_const(ts, b))
		r = is_const(ts, a) ? fold2(ts, TERM_MUL, a, b) : mul_const(ts, a, b);
	else
		r = lift2(ts, TERM_MUL, a, b);
	return r.ix ? r : node2(ts, TERM_MUL, width_of(ts, a), a, b);
}

/* A value that is not negative and needs at most *width bits. */
static bool is_unsigned_part(const struct terms *ts, term a, term *x) {
	if (!is_kind(ts, a, TERM_ZEXT))
		return false;
	*x = arg_of(ts, a, 0);
	return true;
}

static bool const_is_negative(const struct terms *ts, term k) {
	return bits_test(term_bits(ts, k), width_of(ts, k) - 1);
}

static term unsigned_divide_const(struct terms *ts, enum term_kind kind, term a, term k) {
	uint32_t w = width_of(ts, a), log;
	term x;
	if (const_is_zero(ts, k))
		return kind == TERM_UDIV ? const_ones(ts, w) : a;
	if (const_power(ts, k, &log)) {
		if (kind == TERM_UDIV)
			return log ? mk_zext(ts, mk_extract(ts, a, w - 1, log), w) : a;
		return log ? mk_zext(ts, mk_extract(ts, a, log - 1, 0), w) : const_zero(ts, w);
	}
	if (is_unsigned_part(ts, a, &x) && spend(ts)) {
		uint32_t wx = width_of(ts, x);
		term narrow = fold_extract(ts, k, wx - 1, 0);
		if (!term_eq(fold_extend(ts, TERM_ZEXT, narrow, w), k))
			return kind == TERM_UDIV ? const_zero(ts, w) : a; /* the divisor is greater */
		return mk_zext(ts, mk_divide(ts, kind, x, narrow), w);
	}
	return NO_TERM;
}

static term signed_divide_const(struct terms *ts, enum term_kind kind, term a, term k) {
	uint32_t w = width_of(ts, a);
	term x;
	if (const_is_one(ts, k) && w > 1)
		return kind == TERM_SDIV ? a : const_zero(ts, w);
	if (const_is_ones(ts, k))
		return kind == TERM_SDIV ? mk_neg(ts, a) : const_zero(ts, w);
	if (const_is_zero(ts, k))
		return kind == TERM_SREM ? a : NO_TERM;
	if (is_unsigned_part(ts, a, &x) && !const_is_negative(ts, k) && spend(ts))
		return mk_divide(ts, kind == TERM_SDIV ? TERM_UDIV : TERM_UREM, a, k);
	return NO_TERM;
}

term mk_divide(struct terms *ts, enum term_kind kind, term a, term b) {
	if (is_const(ts, a) && is_const(ts, b))
		return fold2(ts, kind, a, b);
	term r = NO_TERM;
	if (is_const(ts, b))
		r = kind == TERM_UDIV || kind == TERM_UREM ? unsigned_divide_const(ts, kind, a, b)
		                                           : signed_divide_const(ts, kind, a, b);
	if (!r.ix && (kind == TERM_UREM || kind == TERM_SREM) &&
	    (term_eq(a, b) || const_is_zero(ts, a)))
		r = const_zero(ts, width_of(ts, a)); /* also for x % 0, which is x */
	if (!r.ix)
		r = lift2(ts, kind, a, b);
	return r.ix ? r : node2(ts, kind, width_of(ts, a), a, b);
}
