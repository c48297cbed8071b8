/* Operations that move into the branches of ITEs.  They do so only when nothing is left of the
 * operation there: constants are folded, slices are parts that exist. */
#include "solvers/term/node.h"

enum { TREE = 8 }; /* ITEs in a tree whose leaves are rewritten */

static bool is_const_tree(const struct terms *ts, term t, int *budget) {
	if (is_const(ts, t))
		return true;
	if (!is_kind(ts, t, TERM_ITE) || --*budget < 0)
		return false;
	return is_const_tree(ts, arg_of(ts, t, 1), budget) &&
	       is_const_tree(ts, arg_of(ts, t, 2), budget);
}

static bool is_small_tree(const struct terms *ts, term t) {
	int budget = TREE;
	return is_kind(ts, t, TERM_ITE) && is_const_tree(ts, t, &budget);
}

static term map1(struct terms *ts, enum term_kind k, term t, uint32_t width) {
	if (is_const(ts, t))
		return k == TERM_ZEXT || k == TERM_SEXT ? fold_extend(ts, k, t, width) : fold1(ts, k, t);
	term a = map1(ts, k, arg_of(ts, t, 1), width), b = map1(ts, k, arg_of(ts, t, 2), width);
	return mk_ite(ts, arg_of(ts, t, 0), a, b);
}

term lift1(struct terms *ts, enum term_kind k, term t, uint32_t width) {
	return is_small_tree(ts, t) && spend(ts) ? map1(ts, k, t, width) : NO_TERM;
}

static term map2(struct terms *ts, enum term_kind k, term a, term b) {
	bool in_a = is_kind(ts, a, TERM_ITE), in_b = is_kind(ts, b, TERM_ITE);
	if (!in_a && !in_b)
		return fold2(ts, k, a, b);
	term c = arg_of(ts, in_a ? a : b, 0);
	term x = map2(ts, k, in_a ? arg_of(ts, a, 1) : a, in_b ? arg_of(ts, b, 1) : b);
	term y = map2(ts, k, in_a ? arg_of(ts, a, 2) : a, in_b ? arg_of(ts, b, 2) : b);
	return mk_ite(ts, c, x, y);
}

/* Trees with the same conditions in the same places, or a tree and a constant. */
static bool match(const struct terms *ts, term a, term b) {
	bool in_a = is_kind(ts, a, TERM_ITE), in_b = is_kind(ts, b, TERM_ITE);
	if (!in_a || !in_b)
		return true;
	return term_eq(arg_of(ts, a, 0), arg_of(ts, b, 0)) &&
	       match(ts, arg_of(ts, a, 1), arg_of(ts, b, 1)) &&
	       match(ts, arg_of(ts, a, 2), arg_of(ts, b, 2));
}

term lift2(struct terms *ts, enum term_kind k, term a, term b) {
	bool in_a = is_kind(ts, a, TERM_ITE), in_b = is_kind(ts, b, TERM_ITE);
	if (!in_a && !in_b)
		return NO_TERM;
	if (!(is_const(ts, a) || is_small_tree(ts, a)) || !(is_const(ts, b) || is_small_tree(ts, b)))
		return NO_TERM;
	return match(ts, a, b) && spend(ts) ? map2(ts, k, a, b) : NO_TERM;
}

term slice_of_parts(struct terms *ts, term t, uint32_t high, uint32_t low) {
	for (;;) {
		if (low == 0 && high == width_of(ts, t) - 1)
			return t;
		term x = arg_of(ts, t, 0);
		switch (kind_of(ts, t)) {
		case TERM_CONST: return fold_extract(ts, t, high, low);
		case TERM_CONCAT: {
			term lower = arg_of(ts, t, 1);
			uint32_t cut = width_of(ts, lower);
			if (low < cut && high >= cut)
				return NO_TERM;
			t = high < cut ? lower : x;
			high -= high < cut ? 0 : cut;
			low -= low < cut ? 0 : cut;
			continue;
		}
		case TERM_ZEXT:
			if (low >= width_of(ts, x))
				return const_zero(ts, high - low + 1);
			/* fall through */
		case TERM_SEXT:
			if (high >= width_of(ts, x))
				return NO_TERM;
			t = x;
			continue;
		case TERM_ITE: {
			if (!spend(ts))
				return NO_TERM;
			term a = slice_of_parts(ts, arg_of(ts, t, 1), high, low);
			if (!a.ix)
				return NO_TERM;
			term b = slice_of_parts(ts, arg_of(ts, t, 2), high, low);
			return b.ix ? mk_ite(ts, x, a, b) : NO_TERM;
		}
		default: return NO_TERM;
		}
	}
}
