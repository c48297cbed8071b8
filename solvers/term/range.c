#include "solvers/term/range.h"

#include "solvers/term/node.h"

enum { BUDGET = 24, MAX_WIDTH = 126 };

typedef __int128 wide;

struct look {
	int budget;                    /* operations that may still be looked at */
	const struct range_given *var; /* ranges of variables, or NULL */
};

static struct range unsigned_of(const struct terms *ts, term t, struct look *look);
static struct range signed_of(const struct terms *ts, term t, struct look *look);

static wide power(uint32_t n) {
	return (wide)1 << n;
}

static struct range all_unsigned(uint32_t w) {
	return (struct range){0, power(w) - 1};
}

static struct range all_signed(uint32_t w) {
	return (struct range){-power(w - 1), power(w - 1) - 1};
}

static bool within(struct range r, struct range outer) {
	return r.lo >= outer.lo && r.hi <= outer.hi;
}

static struct range or_all(struct range r, struct range all) {
	return within(r, all) ? r : all;
}

static struct range hull(struct range a, struct range b) {
	return (struct range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static struct range add(struct range a, struct range b, struct range all) {
	struct range r;
	if (__builtin_add_overflow(a.lo, b.lo, &r.lo) || __builtin_add_overflow(a.hi, b.hi, &r.hi))
		return all;
	return or_all(r, all);
}

/* Whether a * b overflows.  The builtin for this type is a call of a function of clang's own
 * runtime library when clang compiles it, and libgcc does not have it. */
static bool mul_overflows(wide a, wide b, wide *product) {
	const wide max = (wide)((unsigned __int128)-1 >> 1), min = -max - 1;
	bool fits = a == (int64_t)a && b == (int64_t)b; /* mostly, and needs no division */
	if (!fits)
		fits = a > 0 ? (b > 0 ? a <= max / b : b >= min / a)
		             : (b > 0 ? a >= min / b : !a || b >= max / a);
	if (!fits)
		return true;
	*product = a * b;
	return false;
}

static struct range mul(struct range a, struct range b, struct range all) {
	wide x[4];
	if (mul_overflows(a.lo, b.lo, &x[0]) || mul_overflows(a.lo, b.hi, &x[1]) ||
	    mul_overflows(a.hi, b.lo, &x[2]) || mul_overflows(a.hi, b.hi, &x[3]))
		return all;
	struct range r = {x[0], x[0]};
	for (int i = 1; i < 4; i++)
		r = hull(r, (struct range){x[i], x[i]});
	return or_all(r, all);
}

/* Values of a constant; its width is at most MAX_WIDTH. */
static wide const_unsigned(const struct terms *ts, term t) {
	struct bits b = term_bits(ts, t);
	return b.limb ? (wide)((unsigned __int128)b.limb[1] << 64 | b.limb[0]) : (wide)b.lo;
}

static wide const_signed(const struct terms *ts, term t) {
	wide v = const_unsigned(ts, t);
	uint32_t w = width_of(ts, t);
	return bits_test(term_bits(ts, t), w - 1) ? v - power(w - 1) - power(w - 1) : v;
}

static struct range slice(const struct terms *ts, term t, struct range all, struct look *look) {
	term x = arg_of(ts, t, 0);
	if (width_of(ts, x) > MAX_WIDTH)
		return all;
	struct range r = unsigned_of(ts, x, look);
	if (r.hi > all_unsigned(term_high(ts, t) + 1).hi)
		return all;
	return (struct range){r.lo >> term_low(ts, t), r.hi >> term_low(ts, t)};
}

/* x / k and x % k for a constant k. */
static struct range divide(const struct terms *ts, term t, struct range all, struct look *look) {
	term k = arg_of(ts, t, 1);
	if (!is_const(ts, k) || const_is_zero(ts, k))
		return all;
	struct range r = unsigned_of(ts, arg_of(ts, t, 0), look);
	wide d = const_unsigned(ts, k);
	if (is_kind(ts, t, TERM_UDIV))
		return (struct range){r.lo / d, r.hi / d};
	return r.hi < d ? r : (struct range){0, d - 1};
}

/* The bits of x | y and x ^ y end where those of the larger operand do. */
static struct range bit_or(struct range a, struct range b) {
	wide top = 1, most = a.hi > b.hi ? a.hi : b.hi;
	while (top <= most)
		top *= 2;
	return (struct range){0, top - 1};
}

/* As signed numbers. */
static struct range variable(const struct terms *ts, term t, const struct look *look) {
	struct range all = all_signed(width_of(ts, t)), r;
	return look->var && look->var->of(look->var->context, t, &r) ? or_all(r, all) : all;
}

static struct range unsigned_of(const struct terms *ts, term t, struct look *look) {
	uint32_t w = width_of(ts, t);
	struct range all = all_unsigned(w), a, b;
	if (is_const(ts, t))
		return (struct range){const_unsigned(ts, t), const_unsigned(ts, t)};
	if (--look->budget < 0)
		return all;
	switch (kind_of(ts, t)) {
	case TERM_VAR: a = variable(ts, t, look); return a.lo >= 0 ? a : all;
	case TERM_ZEXT: return unsigned_of(ts, arg_of(ts, t, 0), look);
	case TERM_SEXT: a = signed_of(ts, arg_of(ts, t, 0), look); return a.lo >= 0 ? a : all;
	case TERM_ITE:
		a = unsigned_of(ts, arg_of(ts, t, 1), look);
		return hull(a, unsigned_of(ts, arg_of(ts, t, 2), look));
	case TERM_CONCAT: {
		uint32_t low = width_of(ts, arg_of(ts, t, 1));
		a = unsigned_of(ts, arg_of(ts, t, 0), look);
		b = unsigned_of(ts, arg_of(ts, t, 1), look);
		return (struct range){(a.lo << low) + b.lo, (a.hi << low) + b.hi};
	}
	case TERM_EXTRACT: return slice(ts, t, all, look);
	case TERM_ADD:
		a = unsigned_of(ts, arg_of(ts, t, 0), look);
		return add(a, unsigned_of(ts, arg_of(ts, t, 1), look), all);
	case TERM_MUL:
		a = unsigned_of(ts, arg_of(ts, t, 0), look);
		return mul(a, unsigned_of(ts, arg_of(ts, t, 1), look), all);
	case TERM_UDIV:
	case TERM_UREM: return divide(ts, t, all, look);
	case TERM_BVAND:
		a = unsigned_of(ts, arg_of(ts, t, 0), look);
		b = unsigned_of(ts, arg_of(ts, t, 1), look);
		return (struct range){0, a.hi < b.hi ? a.hi : b.hi};
	case TERM_BVOR:
	case TERM_BVXOR:
		a = unsigned_of(ts, arg_of(ts, t, 0), look);
		return bit_or(a, unsigned_of(ts, arg_of(ts, t, 1), look));
	case TERM_LSHR: return (struct range){0, unsigned_of(ts, arg_of(ts, t, 0), look).hi};
	default: return all;
	}
}

/* Signed division by a constant other than 0 and -1. */
static struct range signed_divide(const struct terms *ts, term t, struct range all,
                                  struct look *look) {
	term k = arg_of(ts, t, 1);
	if (!is_const(ts, k) || const_is_zero(ts, k) || const_is_ones(ts, k))
		return all;
	struct range r = signed_of(ts, arg_of(ts, t, 0), look);
	wide d = const_signed(ts, k), most = (d < 0 ? -d : d) - 1;
	if (is_kind(ts, t, TERM_SDIV))
		return d > 0 ? (struct range){r.lo / d, r.hi / d} : (struct range){r.hi / d, r.lo / d};
	return (struct range){r.lo >= 0 ? 0 : -most, r.hi <= 0 ? 0 : most};
}

static struct range signed_of(const struct terms *ts, term t, struct look *look) {
	uint32_t w = width_of(ts, t);
	struct range all = all_signed(w), a;
	if (is_const(ts, t))
		return (struct range){const_signed(ts, t), const_signed(ts, t)};
	if (--look->budget < 0)
		return all;
	switch (kind_of(ts, t)) {
	case TERM_VAR: return variable(ts, t, look);
	case TERM_SEXT: return signed_of(ts, arg_of(ts, t, 0), look);
	case TERM_ITE:
		a = signed_of(ts, arg_of(ts, t, 1), look);
		return hull(a, signed_of(ts, arg_of(ts, t, 2), look));
	case TERM_ADD:
		a = signed_of(ts, arg_of(ts, t, 0), look);
		return add(a, signed_of(ts, arg_of(ts, t, 1), look), all);
	case TERM_MUL:
		a = signed_of(ts, arg_of(ts, t, 0), look);
		return mul(a, signed_of(ts, arg_of(ts, t, 1), look), all);
	case TERM_BVNEG:
		a = signed_of(ts, arg_of(ts, t, 0), look);
		return or_all((struct range){-a.hi, -a.lo}, all);
	case TERM_BVNOT:
		a = signed_of(ts, arg_of(ts, t, 0), look);
		return (struct range){-a.hi - 1, -a.lo - 1};
	case TERM_SDIV:
	case TERM_SREM: return signed_divide(ts, t, all, look);
	default: a = unsigned_of(ts, t, look); return or_all(a, all);
	}
}

bool range_unsigned(const struct terms *ts, term t, struct range *r) {
	struct look look = {BUDGET, NULL};
	if (width_of(ts, t) > MAX_WIDTH)
		return false;
	*r = unsigned_of(ts, t, &look);
	struct range all = all_unsigned(width_of(ts, t));
	return r->lo > all.lo || r->hi < all.hi;
}

bool range_signed(const struct terms *ts, term t, struct range *r) {
	return range_signed_given(ts, t, &(struct range_given){.budget = BUDGET}, r);
}

bool range_signed_given(const struct terms *ts, term t, const struct range_given *given,
                        struct range *r) {
	struct look look = {given->budget, given->of ? given : NULL};
	if (width_of(ts, t) > MAX_WIDTH)
		return false;
	*r = signed_of(ts, t, &look);
	struct range all = all_signed(width_of(ts, t));
	return r->lo > all.lo || r->hi < all.hi;
}
