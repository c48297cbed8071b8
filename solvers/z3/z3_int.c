#include "solvers/z3/z3_int.h"

#include "solvers/term/range.h"
#include "util/base/arena.h"
#include "util/base/vec.h"

enum {
	MAX_BITWISE = 8, /* width up to which two unknown words are taken apart bit by bit */
	MAX_RUNS = 8,    /* of ones in a mask */
	MAX_SHIFT = 64,  /* width up to which all distances of a shift are tried */
	MAX_REACH = 4,
};

struct z3_ints {
	const struct terms *terms;
	Z3_context ctx;
	Z3_sort sort;
	VEC(Z3_ast) kept; /* one reference each */
	VEC(Z3_ast) range;
	const char *why;
};

struct z3_ints *z3_ints_open(const struct terms *ts, Z3_context ctx) {
	struct z3_ints *z = mem_alloc(sizeof *z);
	z->terms = ts;
	z->ctx = ctx;
	z->sort = Z3_mk_int_sort(ctx);
	Z3_inc_ref(ctx, Z3_sort_to_ast(ctx, z->sort));
	return z;
}

void z3_ints_close(struct z3_ints *z) {
	if (!z)
		return;
	for (size_t i = 0; i < z->kept.n; i++)
		Z3_dec_ref(z->ctx, z->kept.at[i]);
	Z3_dec_ref(z->ctx, Z3_sort_to_ast(z->ctx, z->sort));
	vec_free(&z->kept);
	vec_free(&z->range);
	mem_free(z);
}

const char *z3_ints_why(const struct z3_ints *z) {
	return z->why;
}

const Z3_ast *z3_ints_ranges(const struct z3_ints *z, size_t *n) {
	*n = z->range.n;
	return z->range.at;
}

/* --- Z3's operations; whatever they return lives as long as 'z'.  An error gives NULL, which the
 * next operation must not see, and which z3_terms notices. --- */

static Z3_ast keep(struct z3_ints *z, Z3_ast a) {
	if (!a)
		return NULL;
	Z3_inc_ref(z->ctx, a);
	vec_push(&z->kept, a);
	return a;
}

static Z3_ast number(struct z3_ints *z, struct bits b, bool is_signed) {
	struct arena *arena = arena_open();
	Z3_ast r = keep(z, Z3_mk_numeral(z->ctx, bits_print(arena, b, is_signed, 10), z->sort));
	arena_close(arena);
	return r;
}

static Z3_ast small(struct z3_ints *z, int value) {
	return keep(z, Z3_mk_int(z->ctx, value, z->sort));
}

static Z3_ast power(struct z3_ints *z, uint32_t k) {
	struct arena *arena = arena_open();
	struct bits one = bits_u64(arena, k + 1, 1), by = bits_u64(arena, k + 1, k);
	Z3_ast r = number(z, bits_shl(arena, one, by), false);
	arena_close(arena);
	return r;
}

static Z3_ast two(struct z3_ints *z, Z3_ast (*make)(Z3_context, unsigned, const Z3_ast *), Z3_ast a,
                  Z3_ast b) {
	Z3_ast arg[] = {a, b};
	return a && b ? keep(z, make(z->ctx, 2, arg)) : NULL;
}

static Z3_ast add(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return two(z, Z3_mk_add, a, b);
}

static Z3_ast sub(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return two(z, Z3_mk_sub, a, b);
}

static Z3_ast mul(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return two(z, Z3_mk_mul, a, b);
}

static Z3_ast either(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return two(z, Z3_mk_or, a, b);
}

static Z3_ast both(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return two(z, Z3_mk_and, a, b);
}

static Z3_ast one(struct z3_ints *z, Z3_ast (*make)(Z3_context, Z3_ast, Z3_ast), Z3_ast a,
                  Z3_ast b) {
	return a && b ? keep(z, make(z->ctx, a, b)) : NULL;
}

static Z3_ast quotient(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return one(z, Z3_mk_div, a, b);
}

static Z3_ast modulo(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return one(z, Z3_mk_mod, a, b);
}

static Z3_ast less(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return one(z, Z3_mk_lt, a, b);
}

static Z3_ast equal(struct z3_ints *z, Z3_ast a, Z3_ast b) {
	return one(z, Z3_mk_eq, a, b);
}

static Z3_ast choose(struct z3_ints *z, Z3_ast c, Z3_ast a, Z3_ast b) {
	return c && a && b ? keep(z, Z3_mk_ite(z->ctx, c, a, b)) : NULL;
}

static Z3_ast negative(struct z3_ints *z, Z3_ast a) {
	return less(z, a, small(z, 0));
}

static Z3_ast negated(struct z3_ints *z, Z3_ast a) {
	return sub(z, small(z, 0), a);
}

/* --- Readings. --- */

static struct z3_int refused(struct z3_ints *z, const char *why) {
	z->why = why;
	return (struct z3_int){0};
}

static uint32_t width_of(const struct z3_ints *z, term t, uint32_t i) {
	return term_width(z->terms, term_arg(z->terms, t, i));
}

static bool constant(const struct z3_ints *z, term t, uint32_t i, struct bits *b) {
	term a = term_arg(z->terms, t, i);
	if (term_kind(z->terms, a) != TERM_CONST)
		return false;
	*b = term_bits(z->terms, a);
	return true;
}

static Z3_ast turned(struct z3_ints *z, Z3_ast a, int turns, Z3_ast step) {
	return turns ? add(z, a, mul(z, small(z, turns), step)) : a;
}

/* a modulo 2^w, in 0 .. 2^w-1 or -2^(w-1) .. 2^(w-1)-1.  A few turns of 2^w are told apart one by
 * one, which solvers like better than a division. */
static Z3_ast wrapped(struct z3_ints *z, struct z3_int a, uint32_t w, bool is_signed) {
	Z3_ast whole = power(z, w), half = power(z, w - 1);
	if (a.reach > MAX_REACH) {
		Z3_ast r = modulo(z, is_signed ? add(z, a.ast, half) : a.ast, whole);
		return is_signed ? sub(z, r, half) : r;
	}
	int most = (int)(is_signed ? a.reach / 2 : (a.reach + 1) / 2);
	int first = a.no_sign ? 0 : -most, last = is_signed ? most : most - 1;
	Z3_ast r = turned(z, a.ast, -last, whole);
	for (int i = last - 1; i >= first; i--) {
		Z3_ast end = mul(z, small(z, i + 1), whole); /* of the numbers in this turn */
		if (is_signed)
			end = sub(z, end, half);
		r = choose(z, less(z, a.ast, end), turned(z, a.ast, -i, whole), r);
	}
	return r;
}

static Z3_ast size_of(struct z3_ints *z, struct z3_int a, uint32_t w) {
	return a.no_sign && a.reach == 1 ? a.ast : wrapped(z, a, w, false);
}

static struct z3_int variable(struct z3_ints *z, term t) {
	uint32_t w = term_width(z->terms, t);
	Z3_symbol name = Z3_mk_string_symbol(z->ctx, term_name(z->terms, t));
	Z3_ast x = keep(z, Z3_mk_const(z->ctx, name, z->sort)), half = power(z, w - 1);
	Z3_ast low = less(z, x, negated(z, half));
	Z3_ast range = both(z, low ? keep(z, Z3_mk_not(z->ctx, low)) : NULL, less(z, x, half));
	if (!range)
		return (struct z3_int){0};
	vec_push(&z->range, range);
	return (struct z3_int){x, 1, false};
}

static struct z3_int leaf(struct z3_ints *z, term t) {
	struct sort s = term_sort(z->terms, t);
	bool is_const = term_kind(z->terms, t) == TERM_CONST;
	if (s.kind == SORT_ARRAY)
		return refused(z, "arrays");
	if (s.kind == SORT_BV && !is_const)
		return variable(z, t);
	Z3_ast r;
	if (s.kind == SORT_BV) {
		struct bits b = term_bits(z->terms, t);
		return (struct z3_int){number(z, b, true), 1, !bits_test(b, s.width - 1)};
	}
	if (is_const)
		r = term_is_true(z->terms, t) ? Z3_mk_true(z->ctx) : Z3_mk_false(z->ctx);
	else
		r = Z3_mk_const(z->ctx, Z3_mk_string_symbol(z->ctx, term_name(z->terms, t)),
		                Z3_mk_bool_sort(z->ctx));
	return (struct z3_int){keep(z, r), 1, false};
}

/* --- Arithmetic. --- */

static bool fits(__int128 lo, __int128 hi, uint32_t w) {
	return lo >= -((__int128)1 << (w - 1)) && hi < (__int128)1 << (w - 1);
}

static struct range values(const struct z3_ints *z, term t) {
	uint32_t w = term_width(z->terms, t);
	struct range all = {-((__int128)1 << (w - 1)), ((__int128)1 << (w - 1)) - 1}, r;
	return range_signed(z->terms, t, &r) ? r : all;
}

/* Is the sum or product of two words in range known to be? */
static bool stays_in_range(const struct z3_ints *z, term t, const struct z3_int *a) {
	uint32_t w = term_width(z->terms, t);
	if (w > 64 || a[0].reach > 1 || a[1].reach > 1)
		return false;
	struct range x = values(z, term_arg(z->terms, t, 0)), y = values(z, term_arg(z->terms, t, 1));
	if (term_kind(z->terms, t) == TERM_ADD)
		return fits(x.lo + y.lo, x.hi + y.hi, w);
	__int128 corner[] = {x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi};
	for (int i = 0; i < 4; i++)
		if (!fits(corner[i], corner[i], w))
			return false;
	return true;
}

static uint32_t limited(uint64_t reach) {
	return reach > MAX_REACH ? Z3_INT_ANY : (uint32_t)reach;
}

static uint32_t product_reach(const struct z3_ints *z, term t, const struct z3_int *a) {
	struct bits c;
	uint32_t at = constant(z, t, 0, &c) ? 0 : 1;
	if (at == 1 && !constant(z, t, 1, &c))
		return Z3_INT_ANY;
	int64_t by = bits_to_i64(c);
	if (c.width > 64 || by > MAX_REACH || by < -MAX_REACH)
		return Z3_INT_ANY;
	/* One more, because the negative end of a range is the longer one. */
	return limited((uint64_t)(by < 0 ? -by : by) * a[1 - at].reach + (by < 0));
}

static struct z3_int arithmetic(struct z3_ints *z, term t, const struct z3_int *a) {
	bool is_sum = term_kind(z->terms, t) == TERM_ADD;
	uint32_t reach = is_sum ? limited((uint64_t)a[0].reach + a[1].reach) : product_reach(z, t, a);
	if (stays_in_range(z, t, a))
		reach = 1;
	return (struct z3_int){is_sum ? add(z, a[0].ast, a[1].ast) : mul(z, a[0].ast, a[1].ast), reach,
	                       a[0].no_sign && a[1].no_sign};
}

/* With the conventions of SMT-LIB for a divisor of zero.  Z3's rest is never negative, so for
 * negative dividends both are computed from the absolute value. */
static struct z3_int division(struct z3_ints *z, term t, const struct z3_int *a) {
	enum term_kind kind = term_kind(z->terms, t);
	bool is_signed = kind == TERM_SDIV || kind == TERM_SREM;
	bool is_rest = kind == TERM_UREM || kind == TERM_SREM;
	uint32_t w = term_width(z->terms, t);
	struct bits by;
	bool by_const = constant(z, t, 1, &by) && !bits_is_zero(by);
	Z3_ast (*op)(struct z3_ints *, Z3_ast, Z3_ast) = is_rest ? modulo : quotient;
	Z3_ast r, at_zero, x = is_signed ? a[0].ast : size_of(z, a[0], w);
	Z3_ast y = is_signed ? a[1].ast : size_of(z, a[1], w);
	at_zero = is_rest ? a[0].ast : small(z, -1);
	r = op(z, x, y);
	if (is_signed && !a[0].no_sign) {
		r = choose(z, negative(z, x), negated(z, op(z, negated(z, x), y)), r);
		if (!is_rest)
			at_zero = choose(z, negative(z, x), small(z, 1), at_zero);
	}
	if (!by_const)
		r = choose(z, equal(z, y, small(z, 0)), at_zero, r);
	bool shrinks = by_const && a[1].no_sign && (is_rest || by.lo > 1);
	if (shrinks)
		return (struct z3_int){r, is_signed && !is_rest ? a[0].reach : 1,
		                       !is_signed || a[0].no_sign};
	return (struct z3_int){r, is_signed ? Z3_INT_ANY : limited((uint64_t)a[0].reach + 2), false};
}

/* --- Bits. --- */

/* The bits low .. high of a, as an unsigned number. */
static Z3_ast slice(struct z3_ints *z, Z3_ast a, uint32_t high, uint32_t low) {
	if (low)
		a = quotient(z, a, power(z, low));
	return modulo(z, a, power(z, high - low + 1));
}

/* Each run of ones in the mask is a slice of a. */
static Z3_ast masked(struct z3_ints *z, Z3_ast a, struct bits mask) {
	Z3_ast sum = NULL;
	unsigned runs = 0;
	for (uint32_t i = 0; i < mask.width; i++) {
		uint32_t low = i;
		while (i < mask.width && bits_test(mask, i))
			i++;
		if (i == low)
			continue;
		if (++runs > MAX_RUNS)
			return NULL;
		Z3_ast part = slice(z, a, i - 1, low);
		if (low)
			part = mul(z, part, power(z, low));
		sum = sum ? add(z, sum, part) : part;
	}
	return sum ? sum : small(z, 0);
}

/* Bit by bit. */
static Z3_ast conjunction(struct z3_ints *z, Z3_ast a, Z3_ast b, uint32_t w) {
	Z3_ast sum = small(z, 0), set = small(z, 1);
	for (uint32_t i = 0; i < w; i++) {
		Z3_ast bit = both(z, equal(z, slice(z, a, i, i), set), equal(z, slice(z, b, i, i), set));
		sum = add(z, sum, choose(z, bit, power(z, i), small(z, 0)));
	}
	return sum;
}

/* a | b is a + b - (a & b), a ^ b has it twice. */
static struct z3_int bitwise(struct z3_ints *z, term t, const struct z3_int *a) {
	enum term_kind kind = term_kind(z->terms, t);
	uint32_t w = term_width(z->terms, t);
	struct bits mask;
	uint32_t at = constant(z, t, 0, &mask) ? 0 : 1;
	bool has_mask = at == 0 || constant(z, t, 1, &mask);
	Z3_ast meet = NULL;
	if (has_mask)
		meet = masked(z, a[1 - at].ast, mask);
	else if (w <= MAX_BITWISE)
		meet = conjunction(z, a[0].ast, a[1].ast, w);
	if (!meet)
		return refused(z, has_mask ? "a mask of many parts"
		                           : "bit-wise operations on two unknown values");
	bool clears_sign = has_mask && !bits_test(mask, w - 1);
	if (kind == TERM_BVAND)
		return (struct z3_int){meet, clears_sign ? 1 : 2, true};
	/* 'meet' is not negative, so the others must not be either. */
	Z3_ast x = size_of(z, a[0], w), y = size_of(z, a[1], w), sum = add(z, x, y);
	if (kind == TERM_BVXOR)
		sum = sub(z, sum, meet);
	bool have_no_sign = a[0].no_sign && a[1].no_sign && a[0].reach == 1 && a[1].reach == 1;
	return (struct z3_int){sub(z, sum, meet), have_no_sign ? 1 : 2, true};
}

static Z3_ast shifted(struct z3_ints *z, enum term_kind kind, Z3_ast a, uint32_t by) {
	if (!by)
		return a;
	return kind == TERM_SHL ? mul(z, a, power(z, by)) : quotient(z, a, power(z, by));
}

/* What is left when everything was shifted out. */
static Z3_ast shifted_out(struct z3_ints *z, enum term_kind kind, Z3_ast a) {
	Z3_ast zero = small(z, 0);
	return kind == TERM_ASHR ? choose(z, negative(z, a), small(z, -1), zero) : zero;
}

static struct z3_int shift(struct z3_ints *z, term t, const struct z3_int *a) {
	enum term_kind kind = term_kind(z->terms, t);
	uint32_t w = term_width(z->terms, t);
	struct bits by;
	Z3_ast x = kind == TERM_LSHR ? size_of(z, a[0], w) : a[0].ast, r;
	bool known = constant(z, t, 1, &by);
	if (known) {
		bool out = !bits_fits_u64(by) || by.lo >= w;
		r = out ? shifted_out(z, kind, x) : shifted(z, kind, x, (uint32_t)by.lo);
	} else if (w > MAX_SHIFT) {
		return refused(z, "wide shifts by an unknown distance");
	} else {
		Z3_ast distance = size_of(z, a[1], w);
		r = shifted_out(z, kind, x);
		for (uint32_t i = w; i-- > 0;)
			r = choose(z, equal(z, distance, small(z, (int)i)), shifted(z, kind, x, i), r);
	}
	if (kind == TERM_LSHR)
		return (struct z3_int){r, known && !bits_is_zero(by) ? 1 : 2, true};
	return (struct z3_int){r, kind == TERM_ASHR ? a[0].reach : Z3_INT_ANY, a[0].no_sign};
}

static struct z3_int concatenation(struct z3_ints *z, term t, const struct z3_int *a) {
	uint32_t low = width_of(z, t, 1);
	Z3_ast r = add(z, mul(z, a[0].ast, power(z, low)), size_of(z, a[1], low));
	return (struct z3_int){r, a[0].reach, a[0].no_sign};
}

static struct z3_int extraction(struct z3_ints *z, term t, const struct z3_int *a) {
	uint32_t high = term_high(z->terms, t), low = term_low(z->terms, t);
	Z3_ast r = low ? quotient(z, a[0].ast, power(z, low)) : a[0].ast;
	if (high + 1 == width_of(z, t, 0) && a[0].reach == 1)
		return (struct z3_int){r, 1, a[0].no_sign};
	struct z3_int rest = {r, Z3_INT_ANY, false};
	return (struct z3_int){wrapped(z, rest, high - low + 1, true), 1, false};
}

static struct z3_int extension(struct z3_ints *z, term t, const struct z3_int *a) {
	uint32_t w = width_of(z, t, 0);
	if (term_kind(z->terms, t) == TERM_ZEXT)
		return (struct z3_int){size_of(z, a[0], w), 1, true};
	return (struct z3_int){wrapped(z, a[0], w, true), 1, a[0].no_sign && a[0].reach == 1};
}

/* --- Comparisons. --- */

/* Modulo 2^w. */
static Z3_ast equality(struct z3_ints *z, term t, const struct z3_int *a) {
	term x = term_arg(z->terms, t, 0);
	bool is_bool = term_sort(z->terms, x).kind == SORT_BOOL;
	uint64_t apart = ((uint64_t)a[0].reach + a[1].reach - 1) / 2; /* by less than that + 1 turns */
	Z3_ast same = equal(z, a[0].ast, a[1].ast);
	if (is_bool || !apart || (a[0].no_sign && a[1].no_sign && a[0].reach <= 2 && a[1].reach <= 2))
		return same;
	Z3_ast whole = power(z, term_width(z->terms, x)), zero = small(z, 0);
	if (apart > MAX_REACH)
		return equal(z, modulo(z, sub(z, a[0].ast, a[1].ast), whole), zero);
	for (int i = 1; i <= (int)apart; i++)
		for (int sign = -1; sign <= 1; sign += 2)
			same = either(z, same, equal(z, turned(z, a[0].ast, sign * i, whole), a[1].ast));
	return same;
}

static struct z3_int boolean(Z3_ast a) {
	return (struct z3_int){a, 1, false};
}

struct z3_int z3_ints_build(struct z3_ints *z, term t, const struct z3_int *a) {
	switch (term_kind(z->terms, t)) {
	case TERM_CONST:
	case TERM_VAR: return leaf(z, t);
	case TERM_NOT: return boolean(keep(z, Z3_mk_not(z->ctx, a[0].ast)));
	case TERM_AND: return boolean(both(z, a[0].ast, a[1].ast));
	case TERM_EQ: return boolean(equality(z, t, a));
	case TERM_ITE:
		return (struct z3_int){choose(z, a[0].ast, a[1].ast, a[2].ast),
		                       a[1].reach > a[2].reach ? a[1].reach : a[2].reach,
		                       a[1].no_sign && a[2].no_sign};
	case TERM_BVNOT: return (struct z3_int){sub(z, small(z, -1), a[0].ast), a[0].reach, false};
	case TERM_BVNEG:
		return (struct z3_int){negated(z, a[0].ast),
		                       a[0].no_sign ? a[0].reach : limited((uint64_t)a[0].reach + 1),
		                       false};
	case TERM_ADD:
	case TERM_MUL: return arithmetic(z, t, a);
	case TERM_UDIV:
	case TERM_UREM:
	case TERM_SDIV:
	case TERM_SREM: return division(z, t, a);
	case TERM_BVAND:
	case TERM_BVOR:
	case TERM_BVXOR: return bitwise(z, t, a);
	case TERM_SHL:
	case TERM_LSHR:
	case TERM_ASHR: return shift(z, t, a);
	case TERM_ULT: {
		uint32_t w = width_of(z, t, 0);
		return boolean(less(z, size_of(z, a[0], w), size_of(z, a[1], w)));
	}
	case TERM_SLT: return boolean(less(z, a[0].ast, a[1].ast));
	case TERM_CONCAT: return concatenation(z, t, a);
	case TERM_EXTRACT: return extraction(z, t, a);
	case TERM_ZEXT:
	case TERM_SEXT: return extension(z, t, a);
	case TERM_SELECT:
	case TERM_STORE:
	case TERM_CONST_ARRAY: return refused(z, "arrays");
	case TERM_NONE:
	case TERM_KIND_N: break;
	}
	return refused(z, "a term of no kind");
}
