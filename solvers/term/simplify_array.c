/* Arrays.  Stores at constant indices are kept in ascending order (the greatest outermost) as far
 * as a short walk can see, so that arrays with equal contents are mostly equal terms. */
#include "solvers/term/node.h"

enum { STORE_WALK = 32 };

/* Two indices that cannot be equal: constants, or one term plus different constants. */
static bool differ(const struct terms *ts, term i, term j) {
	if (is_const(ts, i) && is_const(ts, j))
		return !term_eq(i, j);
	bool si = is_kind(ts, i, TERM_ADD) && is_const(ts, arg_of(ts, i, 1));
	bool sj = is_kind(ts, j, TERM_ADD) && is_const(ts, arg_of(ts, j, 1));
	term x = si ? arg_of(ts, i, 0) : i, y = sj ? arg_of(ts, j, 0) : j;
	return term_eq(x, y) && !term_eq(i, j);
}

static uint32_t elem_width(const struct terms *ts, term array) {
	return term_sort(ts, array).elem;
}

/* The element if it is there to be taken, without making a SELECT; else NO_TERM. */
static term element(struct terms *ts, term a, term i) {
	for (;;) {
		switch (kind_of(ts, a)) {
		case TERM_CONST_ARRAY: return arg_of(ts, a, 0);
		case TERM_STORE: {
			term j = arg_of(ts, a, 1);
			if (term_eq(i, j))
				return arg_of(ts, a, 2);
			if (!differ(ts, i, j))
				return NO_TERM;
			a = arg_of(ts, a, 0);
			continue;
		}
		case TERM_ITE: {
			if (!spend(ts))
				return NO_TERM;
			term x = element(ts, arg_of(ts, a, 1), i);
			term y = x.ix ? element(ts, arg_of(ts, a, 2), i) : NO_TERM;
			return y.ix ? mk_ite(ts, arg_of(ts, a, 0), x, y) : NO_TERM;
		}
		default: return NO_TERM;
		}
	}
}

term mk_select(struct terms *ts, term a, term i) {
	term r = element(ts, a, i);
	if (r.ix)
		return r;
	while (is_kind(ts, a, TERM_STORE) && differ(ts, i, arg_of(ts, a, 1)))
		a = arg_of(ts, a, 0);
	return node2(ts, TERM_SELECT, elem_width(ts, a), a, i);
}

/* i belongs below j. */
static bool below(const struct terms *ts, term i, term j) {
	return is_const(ts, i) && is_const(ts, j) && fold_less(ts, TERM_ULT, i, j);
}

term mk_store(struct terms *ts, term a, term i, term v) {
	term above[STORE_WALK]; /* stores that stay above the new one, outermost first */
	size_t n = 0;
	term base = a;
	while (n < STORE_WALK && is_kind(ts, base, TERM_STORE) && below(ts, i, arg_of(ts, base, 1))) {
		above[n++] = base;
		base = arg_of(ts, base, 0);
	}
	if (n == STORE_WALK) {
		n = 0;
		base = a;
	}
	if (is_kind(ts, base, TERM_STORE) && term_eq(arg_of(ts, base, 1), i))
		base = arg_of(ts, base, 0);
	bool same = (is_kind(ts, base, TERM_CONST_ARRAY) && term_eq(arg_of(ts, base, 0), v)) ||
	            (is_kind(ts, v, TERM_SELECT) && term_eq(arg_of(ts, v, 0), base) &&
	             term_eq(arg_of(ts, v, 1), i));
	term r = same ? base : node3(ts, TERM_STORE, width_of(ts, a), base, i, v);
	while (n-- > 0)
		r = node3(ts, TERM_STORE, width_of(ts, a), r, arg_of(ts, above[n], 1),
		          arg_of(ts, above[n], 2));
	return r;
}

/* An ITE of arrays that differ in the outermost store only becomes a store of an ITE. */
term ite_array(struct terms *ts, term c, term a, term b) {
	bool sa = is_kind(ts, a, TERM_STORE), sb = is_kind(ts, b, TERM_STORE);
	if (!sa && !sb)
		return NO_TERM;
	if (sa && term_eq(arg_of(ts, a, 0), b) && spend(ts)) {
		term i = arg_of(ts, a, 1), v = arg_of(ts, a, 2);
		return mk_store(ts, b, i, mk_ite(ts, c, v, mk_select(ts, b, i)));
	}
	if (sb && term_eq(arg_of(ts, b, 0), a) && spend(ts)) {
		term i = arg_of(ts, b, 1), v = arg_of(ts, b, 2);
		return mk_store(ts, a, i, mk_ite(ts, c, mk_select(ts, a, i), v));
	}
	if (sa && sb && term_eq(arg_of(ts, a, 1), arg_of(ts, b, 1)) && spend(ts)) {
		term i = arg_of(ts, a, 1), v = mk_ite(ts, c, arg_of(ts, a, 2), arg_of(ts, b, 2));
		return mk_store(ts, mk_ite(ts, c, arg_of(ts, a, 0), arg_of(ts, b, 0)), i, v);
	}
	return NO_TERM;
}

term mk_const_array(struct terms *ts, uint32_t sort, term value) {
	return node1(ts, TERM_CONST_ARRAY, sort, value);
}
