/* Comparisons.  A comparison with a constant moves down as long as it gets simpler: through
 * invertible operations, extensions, concatenations, and into ITEs one branch of which it decides.
 * x > k is !(x < k + 1), so that all comparisons of x with neighbouring constants share atoms. */
#include "solvers/term/node.h"
#include "solvers/term/range.h"

enum { LEAVES = 32 }; /* of a tree of constants that a comparison enters */

static bool only_constants(const struct terms *ts, term t, int *budget) {
	if (is_const(ts, t))
		return true;
	if (!is_kind(ts, t, TERM_ITE) || --*budget < 0)
		return false;
	return only_constants(ts, arg_of(ts, t, 1), budget) &&
	       only_constants(ts, arg_of(ts, t, 2), budget);
}

/* An ITE that a comparison with a constant may enter: of one branch nothing will be left. */
static bool is_decidable_ite(const struct terms *ts, term t) {
	int budget = LEAVES;
	return is_const(ts, arg_of(ts, t, 1)) || is_const(ts, arg_of(ts, t, 2)) ||
	       only_constants(ts, t, &budget);
}

static term equal_bool(struct terms *ts, term a, term b) {
	bool negate = false;
	if (is_kind(ts, a, TERM_NOT)) {
		a = arg_of(ts, a, 0);
		negate = !negate;
	}
	if (is_kind(ts, b, TERM_NOT)) {
		b = arg_of(ts, b, 0);
		negate = !negate;
	}
	term r = NO_TERM;
	if (term_eq(a, b))
		return term_bool(ts, !negate);
	order(ts, &a, &b);
	if (is_const(ts, b))
		r = term_is_true(ts, b) ? a : mk_not(ts, a);
	for (uint32_t i = 0; i < 2 && !r.ix; i++) { /* a = (a and c) is a implies c */
		term all = i ? a : b, x = i ? b : a;
		for (uint32_t j = 0; j < 2 && is_kind(ts, all, TERM_AND) && !r.ix; j++)
			if (term_eq(arg_of(ts, all, j), x) && spend(ts))
				r = mk_or(ts, mk_not(ts, x), arg_of(ts, all, 1 - j));
	}
	if (!r.ix)
		r = node2(ts, TERM_EQ, WIDTH_BOOL, a, b);
	return negate ? mk_not(ts, r) : r;
}

static term least(struct terms *ts, enum term_kind kind, uint32_t w) {
	if (kind == TERM_ULT)
		return const_zero(ts, w);
	return w == 1 ? node_const(ts, 1, 1)
	              : fold_concat(ts, node_const(ts, 1, 1), const_zero(ts, w - 1));
}

static term greatest(struct terms *ts, enum term_kind kind, uint32_t w) {
	return fold1(ts, TERM_BVNOT, least(ts, kind, w));
}

/* The k' with extension(k') = k, or NO_TERM. */
static term narrow(struct terms *ts, enum term_kind extension, term k, uint32_t width) {
	term low = fold_extract(ts, k, width - 1, 0);
	return term_eq(fold_extend(ts, extension, low, width_of(ts, k)), k) ? low : NO_TERM;
}

/* Inverse of an odd number modulo 2^64, by Newton's iteration: each round doubles the bits. */
static uint64_t odd_inverse(uint64_t k) {
	uint64_t x = k;
	for (int i = 0; i < 6; i++)
		x *= 2 - k * x;
	return x;
}

static term equal_product(struct terms *ts, term a, term k) {
	term x = arg_of(ts, a, 0), factor = arg_of(ts, a, 1);
	if (!is_small(ts, factor) || !(small_value(ts, factor) & 1))
		return NO_TERM;
	term inverse = node_const(ts, width_of(ts, k), odd_inverse(small_value(ts, factor)));
	return mk_equal(ts, x, fold2(ts, TERM_MUL, k, inverse));
}

/* (x op y) = k for the bitwise operations. */
static term equal_bitwise(struct terms *ts, term a, term k) {
	enum term_kind kind = kind_of(ts, a);
	term x = arg_of(ts, a, 0), y = arg_of(ts, a, 1);
	if (kind == TERM_BVXOR)
		return is_const(ts, y) ? mk_equal(ts, x, fold2(ts, TERM_BVXOR, k, y)) : NO_TERM;
	if (kind == TERM_BVAND ? const_is_ones(ts, k) : const_is_zero(ts, k))
		return mk_and(ts, mk_equal(ts, x, k), mk_equal(ts, y, k));
	if (is_const(ts, y)) {
		/* x & y cannot have more bits than y, x | y not fewer. */
		term rest = fold2(ts, TERM_BVAND, kind == TERM_BVAND ? k : y,
		                  fold1(ts, TERM_BVNOT, kind == TERM_BVAND ? y : k));
		if (!const_is_zero(ts, rest))
			return term_false(ts);
	}
	return NO_TERM;
}

static term equal_concat_const(struct terms *ts, term a, term k) {
	uint32_t w = width_of(ts, a), cut = width_of(ts, arg_of(ts, a, 1));
	term high = mk_equal(ts, arg_of(ts, a, 0), fold_extract(ts, k, w - 1, cut));
	if (term_is_false(ts, high))
		return high;
	return mk_and(ts, high, mk_equal(ts, arg_of(ts, a, 1), fold_extract(ts, k, cut - 1, 0)));
}

/* An ITE of two CONCATs that split at the same bit, as of two pointers. */
static term equal_seam(struct terms *ts, term a, term k) {
	term x = arg_of(ts, a, 1);
	for (int i = 0; i < LEAVES && is_kind(ts, x, TERM_ITE); i++)
		x = arg_of(ts, x, 1);
	if (!is_kind(ts, x, TERM_CONCAT) || !spend(ts))
		return NO_TERM;
	uint32_t w = width_of(ts, a), cut = width_of(ts, arg_of(ts, x, 1));
	term high = slice_of_parts(ts, a, w - 1, cut);
	term low = high.ix ? slice_of_parts(ts, a, cut - 1, 0) : NO_TERM;
	if (!low.ix)
		return NO_TERM;
	term r = mk_equal(ts, high, fold_extract(ts, k, w - 1, cut));
	return mk_and(ts, r, mk_equal(ts, low, fold_extract(ts, k, cut - 1, 0)));
}

static term equal_const(struct terms *ts, term a, term k) {
	term x = arg_of(ts, a, 0), y = arg_of(ts, a, 1), low;
	if (!spend(ts))
		return NO_TERM;
	switch (kind_of(ts, a)) {
	case TERM_ITE:
		if (!is_decidable_ite(ts, a))
			return equal_seam(ts, a, k);
		low = mk_equal(ts, y, k);
		return mk_ite(ts, x, low, mk_equal(ts, arg_of(ts, a, 2), k));
	case TERM_ADD:
		return is_const(ts, y) ? mk_equal(ts, x, fold2(ts, TERM_ADD, k, fold1(ts, TERM_BVNEG, y)))
		                       : NO_TERM;
	case TERM_BVNEG:
	case TERM_BVNOT: return mk_equal(ts, x, fold1(ts, kind_of(ts, a), k));
	case TERM_MUL: return equal_product(ts, a, k);
	case TERM_BVAND:
	case TERM_BVOR:
	case TERM_BVXOR: return equal_bitwise(ts, a, k);
	case TERM_CONCAT: return equal_concat_const(ts, a, k);
	case TERM_ZEXT:
	case TERM_SEXT:
		low = narrow(ts, kind_of(ts, a), k, width_of(ts, x));
		return low.ix ? mk_equal(ts, x, low) : term_false(ts);
	case TERM_UREM:
		return is_const(ts, y) && !fold_less(ts, TERM_ULT, k, y) && !const_is_zero(ts, y)
		           ? term_false(ts)
		           : NO_TERM;
	default: return NO_TERM;
	}
}

/* ITE = b, where a branch is b, or b is an ITE on the same condition or of the same constants. */
static term equal_ite(struct terms *ts, term a, term b) {
	term c = arg_of(ts, a, 0), x = arg_of(ts, a, 1), y = arg_of(ts, a, 2);
	if (term_eq(x, b) && spend(ts))
		return mk_or(ts, c, mk_equal(ts, y, b));
	if (term_eq(y, b) && spend(ts))
		return mk_or(ts, mk_not(ts, c), mk_equal(ts, x, b));
	if (!is_kind(ts, b, TERM_ITE))
		return NO_TERM;
	term d = arg_of(ts, b, 0), u = arg_of(ts, b, 1), v = arg_of(ts, b, 2);
	bool constants = is_const(ts, x) && is_const(ts, y);
	if (constants && term_eq(x, u) && term_eq(y, v))
		return mk_equal(ts, c, d);
	if (constants && term_eq(x, v) && term_eq(y, u))
		return mk_not(ts, mk_equal(ts, c, d));
	bool decides = term_eq(x, u) || term_eq(y, v) || (is_const(ts, x) && is_const(ts, u)) ||
	               (is_const(ts, y) && is_const(ts, v));
	if (!term_eq(c, d) || !decides || !spend(ts))
		return NO_TERM;
	term yes = mk_equal(ts, x, u);
	return mk_ite(ts, c, yes, mk_equal(ts, y, v));
}

/* Splits where a is a CONCAT if the parts of b exist. */
static term equal_concat(struct terms *ts, term a, term b) {
	term ah = arg_of(ts, a, 0), al = arg_of(ts, a, 1);
	uint32_t w = width_of(ts, a), cut = width_of(ts, al);
	if (!spend(ts))
		return NO_TERM;
	term bh = slice_of_parts(ts, b, w - 1, cut);
	term bl = bh.ix ? slice_of_parts(ts, b, cut - 1, 0) : NO_TERM;
	if (!bl.ix)
		return NO_TERM;
	term high = mk_equal(ts, ah, bh);
	return term_is_false(ts, high) ? high : mk_and(ts, high, mk_equal(ts, al, bl));
}

/* x + y = b, when something cancels. */
static term equal_sum(struct terms *ts, term a, term b) {
	term x = arg_of(ts, a, 0), y = arg_of(ts, a, 1);
	if (term_eq(x, b) || term_eq(y, b))
		return mk_equal(ts, term_eq(x, b) ? y : x, const_zero(ts, width_of(ts, a)));
	if (!is_kind(ts, b, TERM_ADD))
		return NO_TERM;
	term u = arg_of(ts, b, 0), v = arg_of(ts, b, 1);
	if ((term_eq(x, u) || term_eq(y, v)) && spend(ts))
		return term_eq(x, u) ? mk_equal(ts, y, v) : mk_equal(ts, x, u);
	if ((term_eq(x, v) || term_eq(y, u)) && spend(ts))
		return term_eq(x, v) ? mk_equal(ts, y, u) : mk_equal(ts, x, v);
	if (is_const(ts, y) && is_const(ts, v) && spend(ts))
		return mk_equal(ts, x, mk_add(ts, u, fold2(ts, TERM_ADD, v, fold1(ts, TERM_BVNEG, y))));
	return NO_TERM;
}

/* Operands of one injective operation. */
static term equal_under(struct terms *ts, term a, term b) {
	enum term_kind k = kind_of(ts, a);
	bool injective = k == TERM_BVNOT || k == TERM_BVNEG || k == TERM_ZEXT || k == TERM_SEXT;
	if (!injective || !is_kind(ts, b, k))
		return NO_TERM;
	term x = arg_of(ts, a, 0), y = arg_of(ts, b, 0);
	uint32_t wx = width_of(ts, x), wy = width_of(ts, y), w = wx > wy ? wx : wy;
	if (!spend(ts))
		return NO_TERM;
	if (k == TERM_ZEXT)
		return mk_equal(ts, mk_zext(ts, x, w), mk_zext(ts, y, w));
	if (k == TERM_SEXT)
		return mk_equal(ts, mk_sext(ts, x, w), mk_sext(ts, y, w));
	return mk_equal(ts, x, y);
}

/* x + k in the wider type is x + k in the narrow one: no overflow.  Comparisons of x with a
 * constant are what loops test anyway, so that these often fold together with a path condition. */
static term sum_fits(struct terms *ts, enum term_kind extension, term a, uint32_t width) {
	term x = arg_of(ts, a, 0), k = arg_of(ts, a, 1);
	if (!is_kind(ts, x, extension) || width_of(ts, arg_of(ts, x, 0)) != width || !is_const(ts, k))
		return NO_TERM;
	enum term_kind order = extension == TERM_ZEXT ? TERM_ULT : TERM_SLT;
	term narrow_k = narrow(ts, extension, k, width);
	if (!narrow_k.ix)
		return NO_TERM;
	bool down = order == TERM_SLT && bits_test(term_bits(ts, narrow_k), width - 1);
	term end = down ? least(ts, order, width) : greatest(ts, order, width);
	term limit = fold2(ts, TERM_ADD, end, fold1(ts, TERM_BVNEG, narrow_k));
	x = arg_of(ts, x, 0);
	return mk_not(ts, down ? mk_less(ts, order, x, limit) : mk_less(ts, order, limit, x));
}

/* a = extension(b) where b is the low end of a: does the value of a fit b's type? */
static term equal_fits(struct terms *ts, term a, term b) {
	enum term_kind e = kind_of(ts, b);
	if (e != TERM_ZEXT && e != TERM_SEXT)
		return NO_TERM;
	term y = arg_of(ts, b, 0);
	uint32_t n = width_of(ts, y);
	enum term_kind k = kind_of(ts, a);
	bool arithmetic = k == TERM_ADD || k == TERM_MUL || k == TERM_BVNEG || k == TERM_SDIV ||
	                  k == TERM_UDIV || k == TERM_ITE;
	if (!arithmetic || !spend(ts) || !term_eq(mk_extract(ts, a, n - 1, 0), y))
		return NO_TERM;
	struct range r;
	__int128 half = n <= 126 ? (__int128)1 << (n - 1) : 0;
	if (half && e == TERM_SEXT && range_signed(ts, a, &r) && r.lo >= -half && r.hi < half)
		return term_true(ts);
	if (half && e == TERM_ZEXT && range_unsigned(ts, a, &r) && r.hi - half < half)
		return term_true(ts);
	return k == TERM_ADD ? sum_fits(ts, e, a, n) : NO_TERM;
}

static bool never_equal(const struct terms *ts, term a, term b) {
	struct range r, s;
	bool ra = range_unsigned(ts, a, &r), rb = range_unsigned(ts, b, &s);
	if (ra && rb && (r.hi < s.lo || s.hi < r.lo))
		return true;
	ra = range_signed(ts, a, &r);
	rb = range_signed(ts, b, &s);
	return ra && rb && (r.hi < s.lo || s.hi < r.lo);
}

static term equal_rules(struct terms *ts, term a, term b) {
	term r = equal_under(ts, a, b);
	if (!r.ix)
		r = equal_fits(ts, a, b);
	if (!r.ix)
		r = equal_fits(ts, b, a);
	for (int i = 0; i < 2 && !r.ix; i++) {
		term p = i ? b : a, q = i ? a : b;
		if (is_kind(ts, p, TERM_ITE))
			r = equal_ite(ts, p, q);
		else if (is_kind(ts, p, TERM_CONCAT))
			r = equal_concat(ts, p, q);
		else if (is_kind(ts, p, TERM_ADD))
			r = equal_sum(ts, p, q);
	}
	if (!r.ix && (is_kind(ts, a, TERM_ADD) || is_kind(ts, b, TERM_ADD)))
		r = equal_sums(ts, a, b);
	return r;
}

term mk_equal(struct terms *ts, term a, term b) {
	if (term_eq(a, b))
		return term_true(ts);
	uint32_t w = width_of(ts, a);
	if (is_const(ts, a) && is_const(ts, b))
		return term_false(ts);
	if (w == WIDTH_BOOL)
		return equal_bool(ts, a, b);
	order(ts, &a, &b);
	struct node n = {TERM_EQ, WIDTH_BOOL, {a.ix, b.ix}};
	term r = node_find(ts, n);
	if (r.ix || w & ARRAY_SORT)
		return r.ix ? r : node_make(ts, n);
	if (w == 1 && const_is_zero(ts, b)) /* one atom per bit */
		return mk_not(ts, mk_equal(ts, a, node_const(ts, 1, 1)));
	bool walks = is_kind(ts, a, TERM_ITE) && is_const(ts, b);
	if (walks && (r = node_rewrite(ts, &n)).ix)
		return r;
	r = is_const(ts, b) ? equal_const(ts, a, b) : equal_rules(ts, a, b);
	if (!r.ix && never_equal(ts, a, b))
		return term_false(ts);
	if (!r.ix)
		return node_make(ts, n);
	if (walks)
		node_rewritten(ts, &n, r);
	return r;
}

static term plus_one(struct terms *ts, term k) {
	return fold2(ts, TERM_ADD, k, const_u64(ts, width_of(ts, k), 1));
}

/* extension(x) < k, decided by k or on x alone. */
static term less_extension(struct terms *ts, enum term_kind kind, term a, term k) {
	term x = arg_of(ts, a, 0);
	uint32_t w = width_of(ts, a), wx = width_of(ts, x);
	enum term_kind e = kind_of(ts, a);
	term low = narrow(ts, e, k, wx);
	if (low.ix) /* sign extension keeps both orders, zero extension makes all comparisons unsigned
	             */
		return mk_less(ts, e == TERM_ZEXT ? TERM_ULT : kind, x, low);
	bool negative = bits_test(term_bits(ts, k), w - 1);
	if (e == TERM_ZEXT)
		return term_bool(ts, kind == TERM_ULT || !negative);
	if (kind == TERM_SLT)
		return term_bool(ts, !negative);
	/* k lies between the least and the greatest numbers that x can become. */
	return mk_not(ts, mk_less(ts, TERM_SLT, x, const_zero(ts, wx)));
}

/* (h, l) < k when l does not matter: its share of k is zero, or l is a constant. */
static term less_concat(struct terms *ts, term a, term k) {
	term h = arg_of(ts, a, 0), l = arg_of(ts, a, 1);
	uint32_t w = width_of(ts, a), cut = width_of(ts, l);
	term kh = fold_extract(ts, k, w - 1, cut), kl = fold_extract(ts, k, cut - 1, 0);
	if (const_is_zero(ts, kl))
		return mk_less(ts, TERM_ULT, h, kh);
	if (!is_const(ts, l))
		return NO_TERM;
	if (!fold_less(ts, TERM_ULT, l, kl))
		return mk_less(ts, TERM_ULT, h, kh);
	return const_is_ones(ts, kh) ? term_true(ts) : mk_less(ts, TERM_ULT, h, plus_one(ts, kh));
}

static term less_const(struct terms *ts, enum term_kind kind, term a, term k) {
	uint32_t w = width_of(ts, a);
	term min = least(ts, kind, w), max = greatest(ts, kind, w);
	if (term_eq(k, min))
		return term_false(ts);
	if (term_eq(k, plus_one(ts, min)))
		return mk_equal(ts, a, min);
	if (term_eq(k, max))
		return mk_not(ts, mk_equal(ts, a, max));
	if (!spend(ts))
		return NO_TERM;
	term yes;
	switch (kind_of(ts, a)) {
	case TERM_ITE:
		if (!is_decidable_ite(ts, a))
			return NO_TERM;
		yes = mk_less(ts, kind, arg_of(ts, a, 1), k);
		return mk_ite(ts, arg_of(ts, a, 0), yes, mk_less(ts, kind, arg_of(ts, a, 2), k));
	case TERM_ZEXT:
	case TERM_SEXT: return less_extension(ts, kind, a, k);
	case TERM_CONCAT: return kind == TERM_ULT ? less_concat(ts, a, k) : NO_TERM;
	default: return NO_TERM;
	}
}

/* Both sides extended the same way. */
static term less_extensions(struct terms *ts, enum term_kind kind, term a, term b) {
	enum term_kind e = kind_of(ts, a);
	if ((e != TERM_ZEXT && e != TERM_SEXT) || !is_kind(ts, b, e) || !spend(ts))
		return NO_TERM;
	term x = arg_of(ts, a, 0), y = arg_of(ts, b, 0);
	uint32_t wx = width_of(ts, x), wy = width_of(ts, y), w = wx > wy ? wx : wy;
	if (e == TERM_ZEXT)
		return mk_less(ts, TERM_ULT, mk_zext(ts, x, w), mk_zext(ts, y, w));
	return mk_less(ts, kind, mk_sext(ts, x, w), mk_sext(ts, y, w));
}

static term less_rules(struct terms *ts, enum term_kind kind, term a, term b) {
	if (is_const(ts, a)) /* k < x is !(x < k + 1) */
		return term_eq(a, greatest(ts, kind, width_of(ts, a)))
		           ? term_false(ts)
		           : mk_not(ts, mk_less(ts, kind, b, plus_one(ts, a)));
	if (is_const(ts, b))
		return less_const(ts, kind, a, b);
	return less_extensions(ts, kind, a, b);
}

/* Decided by what the operands can be at all. */
static term less_ranges(struct terms *ts, enum term_kind kind, term a, term b) {
	struct range r, s;
	bool left = kind == TERM_ULT ? range_unsigned(ts, a, &r) : range_signed(ts, a, &r);
	bool right = kind == TERM_ULT ? range_unsigned(ts, b, &s) : range_signed(ts, b, &s);
	if (!left && !right)
		return NO_TERM;
	if (r.hi < s.lo)
		return term_true(ts);
	return r.lo >= s.hi ? term_false(ts) : NO_TERM;
}

term mk_less(struct terms *ts, enum term_kind kind, term a, term b) {
	if (term_eq(a, b))
		return term_false(ts);
	if (is_const(ts, a) && is_const(ts, b))
		return term_bool(ts, fold_less(ts, kind, a, b));
	struct node n = {kind, WIDTH_BOOL, {a.ix, b.ix}};
	term r = node_find(ts, n);
	if (!r.ix)
		r = less_rules(ts, kind, a, b);
	if (!r.ix)
		r = less_ranges(ts, kind, a, b);
	return r.ix ? r : node_make(ts, n);
}
