/* Constants.  Up to 64 bits everything is done in machine words and nothing but the result's node
 * is allocated; wider ones go through util/bits and the scratch arena. */
#include "solvers/term/node.h"
#include "util/text/diag.h"

bool const_is_zero(const struct terms *ts, term t) {
	if (is_small(ts, t))
		return small_value(ts, t) == 0;
	return is_const(ts, t) && bits_is_zero(term_bits(ts, t));
}

bool const_is_ones(const struct terms *ts, term t) {
	if (is_small(ts, t))
		return small_value(ts, t) == width_mask(width_of(ts, t));
	return is_const(ts, t) && bits_is_ones(term_bits(ts, t));
}

bool const_is_one(const struct terms *ts, term t) {
	uint64_t value;
	return term_get_u64(ts, t, &value) && value == 1;
}

bool const_power(const struct terms *ts, term t, uint32_t *log) {
	if (!is_const(ts, t))
		return false;
	struct bits b = term_bits(ts, t);
	*log = bits_ctz(b);
	return *log < b.width && *log + 1 + bits_clz(b) == b.width;
}

term const_u64(struct terms *ts, uint32_t width, uint64_t value) {
	return term_u64(ts, width, value);
}

term const_zero(struct terms *ts, uint32_t width) {
	return term_u64(ts, width, 0);
}

term const_ones(struct terms *ts, uint32_t width) {
	return term_i64(ts, width, -1);
}

term fold1(struct terms *ts, enum term_kind k, term a) {
	uint32_t w = width_of(ts, a);
	if (w <= 64)
		return node_const(ts, w, k == TERM_BVNOT ? ~small_value(ts, a) : -small_value(ts, a));
	struct arena_mark m = arena_mark(ts->scratch);
	struct bits b = term_bits(ts, a);
	term r = term_const(ts, k == TERM_BVNOT ? bits_not(ts->scratch, b) : bits_neg(ts->scratch, b));
	arena_release(ts->scratch, m);
	return r;
}

static int64_t as_signed(uint64_t value, uint32_t width) {
	return (int64_t)(value << (64 - width)) >> (64 - width);
}

static uint64_t small_sdiv(uint64_t a, uint64_t b, uint32_t w) {
	int64_t x = as_signed(a, w), y = as_signed(b, w);
	if (y == 0)
		return x < 0 ? 1 : UINT64_MAX;
	return y == -1 ? -a : (uint64_t)(x / y);
}

static uint64_t small_srem(uint64_t a, uint64_t b, uint32_t w) {
	int64_t x = as_signed(a, w), y = as_signed(b, w);
	if (y == 0)
		return a;
	return y == -1 ? 0 : (uint64_t)(x % y);
}

uint64_t term_fold_u64(enum term_kind k, uint64_t a, uint64_t b, uint32_t w) {
	switch (k) {
	case TERM_BVAND: return a & b;
	case TERM_BVOR: return a | b;
	case TERM_BVXOR: return a ^ b;
	case TERM_ADD: return a + b;
	case TERM_MUL: return a * b;
	case TERM_UDIV: return b ? a / b : UINT64_MAX;
	case TERM_UREM: return b ? a % b : a;
	case TERM_SDIV: return small_sdiv(a, b, w);
	case TERM_SREM: return small_srem(a, b, w);
	case TERM_SHL: return b < w ? a << b : 0;
	case TERM_LSHR: return b < w ? a >> b : 0;
	case TERM_ASHR: return (uint64_t)(as_signed(a, w) >> (b < w ? b : w - 1));
	default: BUG("no binary operation: %d", k);
	}
}

static struct bits wide_fold2(struct arena *s, enum term_kind k, struct bits a, struct bits b) {
	switch (k) {
	case TERM_BVAND: return bits_and(s, a, b);
	case TERM_BVOR: return bits_or(s, a, b);
	case TERM_BVXOR: return bits_xor(s, a, b);
	case TERM_ADD: return bits_add(s, a, b);
	case TERM_MUL: return bits_mul(s, a, b);
	case TERM_UDIV: return bits_udiv(s, a, b);
	case TERM_UREM: return bits_urem(s, a, b);
	case TERM_SDIV: return bits_sdiv(s, a, b);
	case TERM_SREM: return bits_srem(s, a, b);
	case TERM_SHL: return bits_shl(s, a, b);
	case TERM_LSHR: return bits_lshr(s, a, b);
	case TERM_ASHR: return bits_ashr(s, a, b);
	default: BUG("no binary operation: %d", k);
	}
}

term fold2(struct terms *ts, enum term_kind k, term a, term b) {
	uint32_t w = width_of(ts, a);
	if (w <= 64)
		return node_const(ts, w, term_fold_u64(k, small_value(ts, a), small_value(ts, b), w));
	struct arena_mark m = arena_mark(ts->scratch);
	term r = term_const(ts, wide_fold2(ts->scratch, k, term_bits(ts, a), term_bits(ts, b)));
	arena_release(ts->scratch, m);
	return r;
}

bool fold_less(const struct terms *ts, enum term_kind k, term a, term b) {
	struct bits x = term_bits(ts, a), y = term_bits(ts, b);
	return k == TERM_ULT ? bits_ult(x, y) : bits_slt(x, y);
}

term fold_extract(struct terms *ts, term a, uint32_t high, uint32_t low) {
	uint32_t w = width_of(ts, a);
	if (w <= 64)
		return node_const(ts, high - low + 1, small_value(ts, a) >> low);
	struct arena_mark m = arena_mark(ts->scratch);
	term r = term_const(ts, bits_extract(ts->scratch, term_bits(ts, a), high, low));
	arena_release(ts->scratch, m);
	return r;
}

term fold_concat(struct terms *ts, term high, term low) {
	uint32_t wh = width_of(ts, high), wl = width_of(ts, low);
	if (wh + wl <= 64)
		return node_const(ts, wh + wl, small_value(ts, high) << wl | small_value(ts, low));
	struct arena_mark m = arena_mark(ts->scratch);
	term r = term_const(ts, bits_concat(ts->scratch, term_bits(ts, high), term_bits(ts, low)));
	arena_release(ts->scratch, m);
	return r;
}

term fold_extend(struct terms *ts, enum term_kind k, term a, uint32_t width) {
	uint32_t w = width_of(ts, a);
	uint64_t value = w <= 64 ? small_value(ts, a) : 0;
	if (width <= 64)
		return node_const(ts, width, k == TERM_ZEXT ? value : (uint64_t)as_signed(value, w));
	struct arena_mark m = arena_mark(ts->scratch);
	struct bits b = term_bits(ts, a);
	term r = term_const(ts, k == TERM_ZEXT ? bits_zext(ts->scratch, b, width)
	                                       : bits_sext(ts->scratch, b, width));
	arena_release(ts->scratch, m);
	return r;
}
