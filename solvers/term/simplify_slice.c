/* EXTRACT, CONCAT, ZEXT, SEXT: operations that only move bits. */
#include "solvers/term/node.h"

static bool is_bitwise(enum term_kind k) {
	return k == TERM_BVAND || k == TERM_BVOR || k == TERM_BVXOR || k == TERM_BVNOT;
}

static bool is_modular(enum term_kind k) {
	return k == TERM_ADD || k == TERM_MUL || k == TERM_BVNEG;
}

static term rebuild(struct terms *ts, enum term_kind k, term a, term b) {
	switch (k) {
	case TERM_BVNOT: return mk_bvnot(ts, a);
	case TERM_BVNEG: return mk_neg(ts, a);
	case TERM_ADD: return mk_add(ts, a, b);
	case TERM_MUL: return mk_mul(ts, a, b);
	default: return mk_bitwise(ts, k, a, b);
	}
}

/* The slice of an operation is the operation on slices: for bitwise ones any slice, for sums and
 * products the low end.  Done only when nothing but parts and constants is left to be sliced, or
 * NO_TERM. */
static term slice_operation(struct terms *ts, term t, uint32_t high, uint32_t low) {
	term r = slice_of_parts(ts, t, high, low);
	enum term_kind k = kind_of(ts, t);
	if (r.ix || !(is_bitwise(k) || (is_modular(k) && low == 0)) || !spend(ts))
		return r;
	term a = slice_operation(ts, arg_of(ts, t, 0), high, low), b = NO_TERM;
	if (k == TERM_BVNOT || k == TERM_BVNEG)
		return a.ix ? rebuild(ts, k, a, b) : NO_TERM;
	if (a.ix)
		b = slice_operation(ts, arg_of(ts, t, 1), high, low);
	return b.ix ? rebuild(ts, k, a, b) : NO_TERM;
}

/* A bitwise operation with one side that is there to be sliced: its constants may decide. */
static term slice_bitwise(struct terms *ts, term t, uint32_t high, uint32_t low) {
	term x = arg_of(ts, t, 0), y = arg_of(ts, t, 1);
	term a = slice_of_parts(ts, x, high, low), b = slice_of_parts(ts, y, high, low);
	if ((!a.ix && !b.ix) || !spend(ts))
		return NO_TERM;
	a = a.ix ? a : mk_extract(ts, x, high, low);
	b = b.ix ? b : mk_extract(ts, y, high, low);
	return rebuild(ts, kind_of(ts, t), a, b);
}

static term extract_extension(struct terms *ts, term t, uint32_t high, uint32_t low) {
	term x = arg_of(ts, t, 0);
	uint32_t wx = width_of(ts, x), n = high - low + 1;
	if (high < wx)
		return mk_extract(ts, x, high, low);
	if (is_kind(ts, t, TERM_SEXT))
		return mk_sext(ts, mk_extract(ts, x, wx - 1, low < wx ? low : wx - 1), n);
	return low < wx ? mk_zext(ts, mk_extract(ts, x, wx - 1, low), n) : const_zero(ts, n);
}

/* The slice of a term that is not a slice or a concatenation itself. */
static term extract_rules(struct terms *ts, term t, uint32_t high, uint32_t low) {
	term r;
	switch (kind_of(ts, t)) {
	case TERM_CONST: return fold_extract(ts, t, high, low);
	case TERM_ZEXT:
	case TERM_SEXT: return extract_extension(ts, t, high, low);
	case TERM_ITE: return slice_of_parts(ts, t, high, low);
	case TERM_BVNOT:
	case TERM_BVNEG:
	case TERM_ADD:
	case TERM_MUL: return slice_operation(ts, t, high, low);
	case TERM_BVAND:
	case TERM_BVOR:
	case TERM_BVXOR:
		r = slice_operation(ts, t, high, low);
		return r.ix ? r : slice_bitwise(ts, t, high, low);
	default: return NO_TERM;
	}
}

term mk_extract(struct terms *ts, term t, uint32_t high, uint32_t low) {
	for (;;) {
		if (low == 0 && high == width_of(ts, t) - 1)
			return t;
		if (is_kind(ts, t, TERM_EXTRACT)) {
			uint32_t base = term_low(ts, t);
			high += base;
			low += base;
			t = arg_of(ts, t, 0);
			continue;
		}
		if (!is_kind(ts, t, TERM_CONCAT))
			break;
		term lower = arg_of(ts, t, 1);
		uint32_t cut = width_of(ts, lower);
		if (low < cut && high >= cut) {
			if (!spend(ts))
				break;
			term upper = mk_extract(ts, arg_of(ts, t, 0), high - cut, 0);
			return mk_concat(ts, upper, mk_extract(ts, lower, cut - 1, low));
		}
		t = high < cut ? lower : arg_of(ts, t, 0);
		high -= high < cut ? 0 : cut;
		low -= low < cut ? 0 : cut;
	}
	struct node n = {TERM_EXTRACT, high - low + 1, {t.ix, high, low}};
	bool walks = is_kind(ts, t, TERM_ITE);
	term r = walks ? node_rewrite(ts, &n) : NO_TERM;
	if (!r.ix)
		r = node_find(ts, n);
	if (r.ix)
		return r;
	r = extract_rules(ts, t, high, low);
	if (!r.ix)
		return node_make(ts, n);
	if (walks)
		node_rewritten(ts, &n, r);
	return r;
}

/* Copies of the most significant bit of *of. */
static bool is_sign_of(const struct terms *ts, term t, term *of) {
	if (is_kind(ts, t, TERM_SEXT))
		t = arg_of(ts, t, 0);
	if (!is_kind(ts, t, TERM_EXTRACT) || term_high(ts, t) != term_low(ts, t))
		return false;
	*of = arg_of(ts, t, 0);
	return term_high(ts, t) == width_of(ts, *of) - 1;
}

static term join(struct terms *ts, term high, term low);

static term join_or_extend(struct terms *ts, term high, term low) {
	if (const_is_zero(ts, high))
		return mk_zext(ts, low, width_of(ts, high) + width_of(ts, low));
	return join(ts, high, low);
}

/* Two ITEs on one condition: slices of one ITE are joined again. */
static term join_branches(struct terms *ts, term high, term low) {
	if (!is_kind(ts, high, TERM_ITE) || !is_kind(ts, low, TERM_ITE) ||
	    !term_eq(arg_of(ts, high, 0), arg_of(ts, low, 0)) || !spend(ts))
		return NO_TERM;
	term a = join_or_extend(ts, arg_of(ts, high, 1), arg_of(ts, low, 1));
	term b = a.ix ? join_or_extend(ts, arg_of(ts, high, 2), arg_of(ts, low, 2)) : NO_TERM;
	return b.ix ? mk_ite(ts, arg_of(ts, high, 0), a, b) : NO_TERM;
}

/* high and low are one term, or NO_TERM. */
static term join(struct terms *ts, term high, term low) {
	term x;
	if (is_const(ts, high))
		return is_const(ts, low) ? fold_concat(ts, high, low) : NO_TERM;
	if (is_kind(ts, high, TERM_EXTRACT)) {
		term of = arg_of(ts, high, 0);
		uint32_t up = term_high(ts, high), from = term_low(ts, high), n = width_of(ts, low);
		if (is_kind(ts, low, TERM_EXTRACT) && term_eq(of, arg_of(ts, low, 0)) &&
		    from == term_high(ts, low) + 1)
			return mk_extract(ts, of, up, term_low(ts, low));
		/* The low end may have been rewritten into an operation on slices. */
		if (from == n && kind_of(ts, low) == kind_of(ts, of) && spend(ts) &&
		    term_eq(mk_extract(ts, of, n - 1, 0), low))
			return mk_extract(ts, of, up, 0);
	}
	if (is_sign_of(ts, high, &x)) {
		uint32_t w = width_of(ts, high) + width_of(ts, low);
		bool reaches_top = is_kind(ts, low, TERM_EXTRACT) && term_eq(arg_of(ts, low, 0), x) &&
		                   term_high(ts, low) == width_of(ts, x) - 1;
		if (term_eq(low, x) || reaches_top ||
		    (is_kind(ts, low, TERM_SEXT) && term_eq(arg_of(ts, low, 0), x)))
			return mk_sext(ts, low, w);
	}
	return join_branches(ts, high, low);
}

static term concat_rules(struct terms *ts, term high, term low) {
	uint32_t w = width_of(ts, high) + width_of(ts, low);
	if (const_is_zero(ts, high))
		return mk_zext(ts, low, w);
	term r = join(ts, high, low);
	if (r.ix)
		return r;
	if (is_kind(ts, high, TERM_ZEXT) && spend(ts))
		return mk_zext(ts, mk_concat(ts, arg_of(ts, high, 0), low), w);
	if (is_kind(ts, low, TERM_CONCAT) && spend(ts)) {
		term first = join(ts, high, arg_of(ts, low, 0));
		if (first.ix)
			return mk_concat(ts, first, arg_of(ts, low, 1));
	}
	if (is_kind(ts, high, TERM_CONCAT) && spend(ts)) {
		term last = join(ts, arg_of(ts, high, 1), low);
		if (last.ix)
			return mk_concat(ts, arg_of(ts, high, 0), last);
	}
	return NO_TERM;
}

term mk_concat(struct terms *ts, term high, term low) {
	uint32_t w = width_of(ts, high) + width_of(ts, low);
	struct node n = {TERM_CONCAT, w, {high.ix, low.ix}};
	term r = node_find(ts, n);
	if (!r.ix)
		r = concat_rules(ts, high, low);
	return r.ix ? r : node_make(ts, n);
}

term mk_zext(struct terms *ts, term a, uint32_t width) {
	if (width == width_of(ts, a))
		return a;
	if (is_const(ts, a))
		return fold_extend(ts, TERM_ZEXT, a, width);
	if (is_kind(ts, a, TERM_ZEXT))
		a = arg_of(ts, a, 0);
	term r = lift1(ts, TERM_ZEXT, a, width);
	return r.ix ? r : node1(ts, TERM_ZEXT, width, a);
}

term mk_sext(struct terms *ts, term a, uint32_t width) {
	if (width == width_of(ts, a))
		return a;
	if (is_const(ts, a))
		return fold_extend(ts, TERM_SEXT, a, width);
	if (is_kind(ts, a, TERM_ZEXT))
		return mk_zext(ts, arg_of(ts, a, 0), width);
	if (is_kind(ts, a, TERM_SEXT))
		a = arg_of(ts, a, 0);
	term r = lift1(ts, TERM_SEXT, a, width);
	return r.ix ? r : node1(ts, TERM_SEXT, width, a);
}
