/* The public constructors: sorts are checked here, once, and each call refills the fuel of the
 * rules that recurse (see node.h).  Everything else is in simplify_*.c. */
#include "solvers/term/node.h"
#include "util/text/diag.h"

enum { TANK = 256 };

static void enter(struct terms *ts) {
	ts->fuel = TANK;
}

static void need_bool(const struct terms *ts, term a) {
	if (!a.ix || width_of(ts, a) != WIDTH_BOOL)
		BUG("term %u is no boolean", a.ix);
}

static void need_bv(const struct terms *ts, term a) {
	if (!a.ix || width_of(ts, a) - 1 >= WIDTH_MAX)
		BUG("term %u is no bit-vector", a.ix);
}

static void need_same(const struct terms *ts, term a, term b) {
	if (!a.ix || !b.ix || width_of(ts, a) != width_of(ts, b))
		BUG("sorts of terms %u and %u differ: %u, %u", a.ix, b.ix, width_of(ts, a),
		    width_of(ts, b));
}

static void need_bvs(const struct terms *ts, term a, term b) {
	need_bv(ts, a);
	need_same(ts, a, b);
}

static struct sort need_array(const struct terms *ts, term a, term index) {
	if (!a.ix || !(width_of(ts, a) & ARRAY_SORT))
		BUG("term %u is no array", a.ix);
	struct sort s = term_sort(ts, a);
	need_bv(ts, index);
	if (width_of(ts, index) != s.width)
		BUG("index of width %u into an array with indices of %u", width_of(ts, index), s.width);
	return s;
}

term term_not(struct terms *ts, term a) {
	need_bool(ts, a);
	return mk_not(ts, a);
}

term term_and(struct terms *ts, term a, term b) {
	need_bool(ts, a);
	need_bool(ts, b);
	enter(ts);
	return mk_and(ts, a, b);
}

term term_or(struct terms *ts, term a, term b) {
	need_bool(ts, a);
	need_bool(ts, b);
	enter(ts);
	return mk_or(ts, a, b);
}

term term_xor(struct terms *ts, term a, term b) {
	need_bool(ts, a);
	return term_distinct(ts, a, b);
}

term term_implies(struct terms *ts, term a, term b) {
	need_bool(ts, a);
	return term_or(ts, mk_not(ts, a), b);
}

term term_ite(struct terms *ts, term c, term a, term b) {
	need_bool(ts, c);
	need_same(ts, a, b);
	enter(ts);
	return mk_ite(ts, c, a, b);
}

term term_equal(struct terms *ts, term a, term b) {
	need_same(ts, a, b);
	enter(ts);
	return mk_equal(ts, a, b);
}

term term_distinct(struct terms *ts, term a, term b) {
	return mk_not(ts, term_equal(ts, a, b));
}

term term_bvnot(struct terms *ts, term a) {
	need_bv(ts, a);
	enter(ts);
	return mk_bvnot(ts, a);
}

term term_neg(struct terms *ts, term a) {
	need_bv(ts, a);
	enter(ts);
	return mk_neg(ts, a);
}

#define BINARY(name, call)                                                                         \
	term term_##name(struct terms *ts, term a, term b) {                                           \
		need_bvs(ts, a, b);                                                                        \
		enter(ts);                                                                                 \
		return call;                                                                               \
	}

BINARY(bvand, mk_bitwise(ts, TERM_BVAND, a, b))
BINARY(bvor, mk_bitwise(ts, TERM_BVOR, a, b))
BINARY(bvxor, mk_bitwise(ts, TERM_BVXOR, a, b))
BINARY(add, mk_add(ts, a, b))
BINARY(sub, mk_add(ts, a, mk_neg(ts, b)))
BINARY(mul, mk_mul(ts, a, b))
BINARY(udiv, mk_divide(ts, TERM_UDIV, a, b))
BINARY(urem, mk_divide(ts, TERM_UREM, a, b))
BINARY(sdiv, mk_divide(ts, TERM_SDIV, a, b))
BINARY(srem, mk_divide(ts, TERM_SREM, a, b))
BINARY(shl, mk_shift(ts, TERM_SHL, a, b))
BINARY(lshr, mk_shift(ts, TERM_LSHR, a, b))
BINARY(ashr, mk_shift(ts, TERM_ASHR, a, b))
BINARY(ult, mk_less(ts, TERM_ULT, a, b))
BINARY(slt, mk_less(ts, TERM_SLT, a, b))
BINARY(ule, mk_not(ts, mk_less(ts, TERM_ULT, b, a)))
BINARY(sle, mk_not(ts, mk_less(ts, TERM_SLT, b, a)))

term term_concat(struct terms *ts, term high, term low) {
	need_bv(ts, high);
	need_bv(ts, low);
	if ((uint64_t)width_of(ts, high) + width_of(ts, low) > WIDTH_MAX)
		BUG("concatenation of %u and %u bits", width_of(ts, high), width_of(ts, low));
	enter(ts);
	return mk_concat(ts, high, low);
}

term term_extract(struct terms *ts, term a, uint32_t high, uint32_t low) {
	need_bv(ts, a);
	if (low > high || high >= width_of(ts, a))
		BUG("bits %u to %u of %u", high, low, width_of(ts, a));
	enter(ts);
	return mk_extract(ts, a, high, low);
}

static void need_wider(const struct terms *ts, term a, uint32_t width) {
	need_bv(ts, a);
	if (width < width_of(ts, a) || width > WIDTH_MAX)
		BUG("extension of %u bits to %u", width_of(ts, a), width);
}

term term_zext(struct terms *ts, term a, uint32_t width) {
	need_wider(ts, a, width);
	enter(ts);
	return mk_zext(ts, a, width);
}

term term_sext(struct terms *ts, term a, uint32_t width) {
	need_wider(ts, a, width);
	enter(ts);
	return mk_sext(ts, a, width);
}

term term_bool_to_bv(struct terms *ts, term c, uint32_t width) {
	return term_ite(ts, c, term_u64(ts, width, 1), term_u64(ts, width, 0));
}

term term_is_zero(struct terms *ts, term a) {
	return term_equal(ts, a, term_u64(ts, term_width(ts, a), 0));
}

term term_is_nonzero(struct terms *ts, term a) {
	return mk_not(ts, term_is_zero(ts, a));
}

term term_select(struct terms *ts, term array, term index) {
	need_array(ts, array, index);
	enter(ts);
	return mk_select(ts, array, index);
}

term term_store(struct terms *ts, term array, term index, term value) {
	struct sort s = need_array(ts, array, index);
	need_bv(ts, value);
	if (width_of(ts, value) != s.elem)
		BUG("element of width %u into an array of %u", width_of(ts, value), s.elem);
	enter(ts);
	return mk_store(ts, array, index, value);
}

term term_const_array(struct terms *ts, uint32_t index_width, term value) {
	need_bv(ts, value);
	return mk_const_array(ts, node_width(ts, sort_array(index_width, width_of(ts, value))), value);
}
