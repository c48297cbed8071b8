/* Bitwise operations and shifts.  A mask or a shift by a constant only moves bits, so it becomes a
 * concatenation of slices: flags and bit-fields then fold by the rules of slices alone. */
#include "solvers/term/node.h"

enum { MAX_PIECES = 5 }; /* of a mask with constant bits */

term mk_bvnot(struct terms *ts, term a) {
	if (is_const(ts, a))
		return fold1(ts, TERM_BVNOT, a);
	if (is_kind(ts, a, TERM_BVNOT))
		return arg_of(ts, a, 0);
	if (is_kind(ts, a, TERM_BVNEG)) /* ~-x = x - 1 */
		return mk_add(ts, arg_of(ts, a, 0), const_ones(ts, width_of(ts, a)));
	term r = lift1(ts, TERM_BVNOT, a, width_of(ts, a));
	return r.ix ? r : node1(ts, TERM_BVNOT, width_of(ts, a), a);
}

static bool inverts(const struct terms *ts, term a, term b) {
	return (is_kind(ts, a, TERM_BVNOT) && term_eq(arg_of(ts, a, 0), b)) ||
	       (is_kind(ts, b, TERM_BVNOT) && term_eq(arg_of(ts, b, 0), a));
}

/* Length of the run of equal bits that starts at bit i. */
static uint32_t run_length(struct bits b, uint32_t i) {
	uint32_t n = 1;
	while (i + n < b.width && bits_test(b, i + n) == bits_test(b, i))
		n++;
	return n;
}

static uint32_t count_runs(struct bits b) {
	uint32_t n = 0;
	for (uint32_t i = 0; i < b.width && n <= MAX_PIECES; i += run_length(b, i))
		n++;
	return n;
}

/* x & k, x | k: each run of k's bits keeps a slice of x or replaces it. */
static term mask_const(struct terms *ts, enum term_kind kind, term x, term k) {
	if (count_runs(term_bits(ts, k)) > MAX_PIECES || !spend(ts))
		return NO_TERM;
	term r = NO_TERM;
	for (uint32_t i = 0, n; i < width_of(ts, k); i += n) {
		struct bits b = term_bits(ts, k); /* not kept over the loop: the table may move */
		n = run_length(b, i);
		bool one = bits_test(b, i), keep = one == (kind == TERM_BVAND);
		term piece =
		    keep ? mk_extract(ts, x, i + n - 1, i) : (one ? const_ones(ts, n) : const_zero(ts, n));
		r = r.ix ? mk_concat(ts, piece, r) : piece;
	}
	return r;
}

static term bitwise_const(struct terms *ts, enum term_kind kind, term x, term k) {
	if (const_is_zero(ts, k))
		return kind == TERM_BVAND ? k : x;
	if (const_is_ones(ts, k))
		return kind == TERM_BVAND ? x : kind == TERM_BVOR ? k : mk_bvnot(ts, x);
	if (is_kind(ts, x, kind) && is_const(ts, arg_of(ts, x, 1)) && spend(ts))
		return mk_bitwise(ts, kind, arg_of(ts, x, 0), fold2(ts, kind, arg_of(ts, x, 1), k));
	term r = lift2(ts, kind, x, k);
	if (!r.ix && kind != TERM_BVXOR)
		r = mask_const(ts, kind, x, k);
	return r;
}

/* b occurs in a, an operation of two operands. */
static term bitwise_absorb(struct terms *ts, enum term_kind kind, term a, term b) {
	enum term_kind k = kind_of(ts, a);
	if (k != TERM_BVAND && k != TERM_BVOR && k != TERM_BVXOR)
		return NO_TERM;
	for (uint32_t i = 0; i < 2; i++) {
		if (!term_eq(arg_of(ts, a, i), b))
			continue;
		if (kind == TERM_BVXOR && k == TERM_BVXOR)
			return arg_of(ts, a, 1 - i);
		if (kind == TERM_BVXOR || k == TERM_BVXOR)
			continue;
		return k == kind ? a : b;
	}
	return NO_TERM;
}

static bool is_flag(const struct terms *ts, term t) {
	return is_kind(ts, t, TERM_ITE) && const_is_one(ts, arg_of(ts, t, 1)) &&
	       const_is_zero(ts, arg_of(ts, t, 2));
}

/* C's 0 and 1 combined by & | ^ are booleans combined. */
static term bitwise_flags(struct terms *ts, enum term_kind kind, term a, term b) {
	if (!is_flag(ts, a) || !is_flag(ts, b) || !spend(ts))
		return NO_TERM;
	term c = arg_of(ts, a, 0), d = arg_of(ts, b, 0), one = arg_of(ts, a, 1),
	     zero = arg_of(ts, a, 2);
	term r = kind == TERM_BVAND  ? mk_and(ts, c, d)
	         : kind == TERM_BVOR ? mk_or(ts, c, d)
	                             : mk_not(ts, mk_equal(ts, c, d));
	return mk_ite(ts, r, one, zero);
}

/* a is split at a boundary of its CONCAT; both halves of b exist, and a half of one side is
 * constant, as in assignments to bit-fields. */
static term bitwise_split(struct terms *ts, enum term_kind kind, term a, term b) {
	enum term_kind k = kind_of(ts, a);
	if (k != TERM_CONCAT && k != TERM_ZEXT)
		return NO_TERM;
	uint32_t w = width_of(ts, a), cut = width_of(ts, arg_of(ts, a, k == TERM_CONCAT ? 1 : 0));
	if (!spend(ts))
		return NO_TERM;
	term ah = slice_of_parts(ts, a, w - 1, cut), al = slice_of_parts(ts, a, cut - 1, 0);
	term bh = slice_of_parts(ts, b, w - 1, cut);
	if (!bh.ix || !ah.ix || !al.ix)
		return NO_TERM;
	term bl = slice_of_parts(ts, b, cut - 1, 0);
	if (!bl.ix || !(is_const(ts, ah) || is_const(ts, bh) || is_const(ts, al) || is_const(ts, bl)))
		return NO_TERM;
	return mk_concat(ts, mk_bitwise(ts, kind, ah, bh), mk_bitwise(ts, kind, al, bl));
}

static term bitwise_rules(struct terms *ts, enum term_kind kind, term a, term b) {
	if (inverts(ts, a, b))
		return kind == TERM_BVAND ? const_zero(ts, width_of(ts, a))
		                          : const_ones(ts, width_of(ts, a));
	if (kind == TERM_BVXOR && is_kind(ts, a, TERM_BVNOT) && is_kind(ts, b, TERM_BVNOT) && spend(ts))
		return mk_bitwise(ts, kind, arg_of(ts, a, 0), arg_of(ts, b, 0));
	term r = bitwise_absorb(ts, kind, a, b);
	if (!r.ix)
		r = bitwise_absorb(ts, kind, b, a);
	if (!r.ix)
		r = bitwise_flags(ts, kind, a, b);
	if (!r.ix)
		r = lift2(ts, kind, a, b);
	if (!r.ix)
		r = bitwise_split(ts, kind, a, b);
	if (!r.ix)
		r = bitwise_split(ts, kind, b, a);
	return r;
}

term mk_bitwise(struct terms *ts, enum term_kind kind, term a, term b) {
	if (is_const(ts, a) && is_const(ts, b))
		return fold2(ts, kind, a, b);
	if (term_eq(a, b))
		return kind == TERM_BVXOR ? const_zero(ts, width_of(ts, a)) : a;
	order(ts, &a, &b);
	struct node n = {kind, width_of(ts, a), {a.ix, b.ix}};
	term r = node_find(ts, n);
	if (r.ix)
		return r;
	r = is_const(ts, b) ? bitwise_const(ts, kind, a, b) : bitwise_rules(ts, kind, a, b);
	return r.ix ? r : node_make(ts, n);
}

term mk_shl_const(struct terms *ts, term a, uint32_t by) {
	uint32_t w = width_of(ts, a);
	if (!by)
		return a;
	if (by >= w)
		return const_zero(ts, w);
	return mk_concat(ts, mk_extract(ts, a, w - 1 - by, 0), const_zero(ts, by));
}

static term shift_const(struct terms *ts, enum term_kind kind, term a, uint32_t by) {
	uint32_t w = width_of(ts, a);
	if (kind == TERM_SHL) {
		/* (x + k) << n = (x << n) + (k << n), as in products. */
		if (!is_kind(ts, a, TERM_ADD) || !is_const(ts, arg_of(ts, a, 1)) || by >= w || !spend(ts))
			return mk_shl_const(ts, a, by);
		term k = fold2(ts, TERM_SHL, arg_of(ts, a, 1), const_u64(ts, w, by));
		return mk_add(ts, shift_const(ts, kind, arg_of(ts, a, 0), by), k);
	}
	if (!by)
		return a;
	if (kind == TERM_ASHR) {
		if (by >= w)
			by = w - 1;
		return mk_sext(ts, mk_extract(ts, a, w - 1, by), w);
	}
	return by >= w ? const_zero(ts, w) : mk_zext(ts, mk_extract(ts, a, w - 1, by), w);
}

term mk_shift(struct terms *ts, enum term_kind kind, term a, term b) {
	if (is_const(ts, a) && is_const(ts, b))
		return fold2(ts, kind, a, b);
	if (is_const(ts, b)) {
		uint64_t by;
		uint32_t w = width_of(ts, a);
		bool fits = term_get_u64(ts, b, &by) && by < w;
		return shift_const(ts, kind, a, fits ? (uint32_t)by : w);
	}
	if (const_is_zero(ts, a) || (kind == TERM_ASHR && const_is_ones(ts, a)))
		return a;
	term r = lift2(ts, kind, a, b);
	return r.ix ? r : node2(ts, kind, width_of(ts, a), a, b);
}
