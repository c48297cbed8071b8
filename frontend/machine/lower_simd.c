/* Builtins that work on vectors: the operations of frontend/machine/simd.h, lane by lane. */
#include "frontend/machine/lower_simd.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/code/lower_vector.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/machine/simd.h"
#include "frontend/units/layout.h"
#include "util/number/fp.h"
#include "util/text/affix.h"

enum { BLOCK = 16 }; /* bytes that some instructions of longer vectors work on, each for itself */

static const struct expr *op2(struct lw *lw, enum expr_kind kind, const struct expr *a,
                              const struct expr *b) {
	return lw_arith(lw, kind, a, b);
}

static const struct expr *number(struct lw *lw, const struct type *type, uint64_t value) {
	return expr_u64(lw->arena, type, value);
}

static const struct expr *choose(struct lw *lw, const struct expr *condition, const struct expr *a,
                                 const struct expr *b) {
	return expr_cond(lw->arena, condition, a, b);
}

static const struct expr *ones(struct lw *lw, const struct type *type) {
	return expr_const(lw->arena, type, bits_ones(lw->arena, type->bits));
}

static const struct type *integer(struct lw *lw, uint32_t bits, bool is_signed) {
	return type_int(lw->types, bits, is_signed);
}

static const struct type *twice(struct lw *lw, const struct type *t, bool is_signed) {
	return integer(lw, t->bits * 2, is_signed);
}

static bool is_constant(const struct expr *e, uint64_t *value) {
	if (!e || e->kind != EXPR_CONST)
		return false;
	*value = e->bits.lo;
	return true;
}

/* x limited to the values of a narrower type, as one of that type. */
static const struct expr *saturated(struct lw *lw, const struct expr *x, const struct type *to) {
	uint64_t top = to->is_signed ? (UINT64_MAX >> (65 - to->bits)) : UINT64_MAX >> (64 - to->bits);
	const struct expr *most = number(lw, x->type, top), *least = number(lw, x->type, 0);
	if (to->is_signed)
		least =
		    expr_const(lw->arena, x->type, bits_i64(lw->arena, x->type->bits, -(int64_t)top - 1));
	if (x->type->is_signed || to->is_signed)
		x = choose(lw, op2(lw, EXPR_LT, x, least), least, x);
	return lw_convert(lw, to, choose(lw, op2(lw, EXPR_GT, x, most), most, x));
}

/* Both in twice as many bits, where sums and products fit. */
static const struct expr *wide(struct lw *lw, enum expr_kind kind, const struct expr *a,
                               const struct expr *b) {
	const struct type *t = twice(lw, a->type, true);
	return op2(lw, kind, lw_convert(lw, t, a), lw_convert(lw, t, b));
}

static const struct expr *shifted(struct lw *lw, enum expr_kind kind, const struct expr *x,
                                  uint64_t by) {
	return expr_binary(lw->arena, kind, x->type, x, number(lw, integer(lw, 32, false), by));
}

/* --- Comparisons. --- */

static const struct expr *is_nan(struct lw *lw, const struct expr *x) {
	return expr_builtin(lw->arena, BUILTIN_ISNAN, type_c_int(lw->types), 1, &x);
}

static const struct expr *holds(struct lw *lw, int predicate, const struct expr *a,
                                const struct expr *b) {
	if (predicate >= SIMD_NOT)
		return lw_not(lw, holds(lw, predicate - SIMD_NOT, a, b));
	if (predicate == SIMD_UNORDERED || predicate == SIMD_ORDERED) {
		const struct expr *e =
		    expr_binary(lw->arena, EXPR_LOR, type_c_int(lw->types), is_nan(lw, a), is_nan(lw, b));
		return predicate == SIMD_ORDERED ? lw_not(lw, e) : e;
	}
	return op2(lw, (enum expr_kind)predicate, a, b);
}

/* The predicate that an immediate operand of cmpps selects. */
static int given_predicate(uint64_t code) {
	static const int known[] = {EXPR_EQ,
	                            EXPR_LT,
	                            EXPR_LE,
	                            SIMD_UNORDERED,
	                            SIMD_NOT + EXPR_EQ,
	                            SIMD_NOT + EXPR_LT,
	                            SIMD_NOT + EXPR_LE,
	                            SIMD_ORDERED};
	return code < 8 ? known[code] : -1;
}

/* --- Floating-point numbers to integers. --- */

static const struct expr *rounded(struct lw *lw, const struct expr *x, int mode) {
	const struct expr *arg[2] = {x, lw_int(lw, mode)};
	return expr_builtin(lw->arena, BUILTIN_ROUND_TO_INTEGRAL, x->type, 2, arg);
}

static const struct expr *to_integer(struct lw *lw, const struct type *type, const struct expr *x,
                                     bool rounds) {
	if (rounds)
		x = rounded(lw, x, -1);
	x = lw_pin_value(lw, x);
	const struct expr *arg[2] = {x, number(lw, type, 0)};
	const struct expr *fits =
	    expr_builtin(lw->arena, BUILTIN_FLOAT_TO_INT_OK, type_c_int(lw->types), 2, arg);
	const struct expr *none = number(lw, type, (uint64_t)1 << (type->bits - 1));
	return choose(lw, fits, lw_convert(lw, type, x), none);
}

/* The number of roundps: 0 to 3, or 4: as the environment says. */
static int rounding_mode(uint64_t code) {
	static const int known[] = {FP_NEAREST_EVEN, FP_DOWNWARD, FP_UPWARD, FP_TOWARD_ZERO};
	return code & 4 ? -1 : known[code & 3];
}

/* --- Lane by lane. --- */

/* NULL: it is not such an operation. */
static const struct expr *lane(struct lw *lw, const struct simd_call *s, const struct expr *a,
                               const struct expr *b) {
	const struct type *t = a->type;
	const struct expr *none = number(lw, t, 0), *sum;
	bool is_float = t->kind == TYPE_FLOAT;
	switch (s->op) {
	case SIMD_MIN:
	case SIMD_MIN_FIRST: return choose(lw, op2(lw, EXPR_LT, a, b), a, b);
	case SIMD_MAX:
	case SIMD_MAX_FIRST: return choose(lw, op2(lw, EXPR_GT, a, b), a, b);
	case SIMD_ABS:
		return is_float ? NULL
		                : choose(lw, op2(lw, EXPR_LT, a, none),
		                         expr_unary(lw->arena, EXPR_NEG, t, a), a);
	case SIMD_ADD_SAT: return saturated(lw, wide(lw, EXPR_ADD, a, b), t);
	case SIMD_SUB_SAT: return saturated(lw, wide(lw, EXPR_SUB, a, b), t);
	case SIMD_AVERAGE:
		sum = wide(lw, EXPR_ADD, a, b);
		return lw_convert(
		    lw, t, shifted(lw, EXPR_SHR, op2(lw, EXPR_ADD, sum, number(lw, sum->type, 1)), 1));
	case SIMD_HALVING_ADD:
		return lw_convert(lw, t, shifted(lw, EXPR_SHR, wide(lw, EXPR_ADD, a, b), 1));
	case SIMD_ABS_DIFF:
		return choose(lw, op2(lw, EXPR_LT, a, b), op2(lw, EXPR_SUB, b, a), op2(lw, EXPR_SUB, a, b));
	case SIMD_MUL_HIGH:
		return lw_convert(lw, t, shifted(lw, EXPR_SHR, wide(lw, EXPR_MUL, a, b), t->bits));
	case SIMD_MUL_ROUND:
		sum = shifted(lw, EXPR_SHR, wide(lw, EXPR_MUL, a, b), t->bits - 2);
		return lw_convert(
		    lw, t, shifted(lw, EXPR_SHR, op2(lw, EXPR_ADD, sum, number(lw, sum->type, 1)), 1));
	case SIMD_SIGN:
		return choose(lw, op2(lw, EXPR_LT, b, none), expr_unary(lw->arena, EXPR_NEG, t, a),
		              choose(lw, op2(lw, EXPR_EQ, b, none), none, a));
	case SIMD_SQRT:
	case SIMD_SQRT_FIRST: return expr_builtin(lw->arena, BUILTIN_SQRT, t, 1, &a);
	case SIMD_TEST:
		return choose(lw, op2(lw, EXPR_NE, op2(lw, EXPR_BITAND, a, b), none), ones(lw, t), none);
	case SIMD_POPCOUNT:
		return lw_convert(lw, t,
		                  expr_builtin(lw->arena, BUILTIN_POPCOUNT, type_c_int(lw->types), 1, &a));
	default: return NULL;
	}
}

static struct lw_lanes lanes_of(struct lw *lw, const struct simd_call *s, uint32_t i) {
	struct lw_lanes none = {.elem = s->elem};
	return i < s->args.n ? lw_lanes_as(lw, s->args.at[i], s->elem) : none;
}

/* By a number, be it an int or the lower half of a vector. */
static bool shift_lanes(struct lw *lw, const struct simd_call *s, struct lw_lanes *x) {
	if (s->args.n < 2)
		return false;
	enum expr_kind kind = s->op == SIMD_SHL ? EXPR_SHL : EXPR_SHR;
	const struct expr *by = s->args.at[1];
	if (type_is_vector(by->type))
		by = lw_lanes_as(lw, by, integer(lw, 64, false)).at[0];
	by = lw_pin_value(lw, lw_convert(lw, integer(lw, 64, false), by));
	const struct expr *last = number(lw, by->type, s->elem->bits - 1);
	const struct expr *fits = op2(lw, EXPR_LE, by, last), *amount = choose(lw, fits, by, last);
	for (uint32_t i = 0; i < x->n; i++) {
		const struct expr *e = expr_binary(lw->arena, kind, s->elem, x->at[i], amount);
		bool keeps_sign = kind == EXPR_SHR && s->elem->is_signed;
		x->at[i] = keeps_sign ? e : choose(lw, fits, e, number(lw, s->elem, 0));
	}
	return true;
}

static bool elementwise(struct lw *lw, const struct simd_call *s, struct lw_lanes *x) {
	struct lw_lanes y = lanes_of(lw, s, s->args.n > 1 ? 1 : 0);
	bool only_first =
	    s->op == SIMD_MIN_FIRST || s->op == SIMD_MAX_FIRST || s->op == SIMD_SQRT_FIRST;
	for (uint32_t i = 0; i < (only_first ? 1 : x->n); i++)
		if (i >= y.n || !(x->at[i] = lane(lw, s, x->at[i], y.at[i])))
			return false;
	return true;
}

/* Masks are integers; the result may be a vector of floating-point numbers. */
static const struct expr *compare_lanes(struct lw *lw, const struct simd_call *s) {
	struct lw_lanes x = lanes_of(lw, s, 0), y = lanes_of(lw, s, 1);
	const struct type *mask = integer(lw, s->elem->bits, false);
	bool first = s->op == SIMD_CMP_FIRST;
	int predicate = s->extra;
	uint64_t code;
	if (s->op == SIMD_CMP_GIVEN) {
		if (s->args.n < 3 || !is_constant(s->args.at[2], &code) ||
		    (predicate = given_predicate(code)) < 0)
			return NULL;
	}
	struct lw_lanes out =
	    first ? lw_lanes_as(lw, s->args.at[0], mask) : (struct lw_lanes){.n = x.n};
	for (uint32_t i = 0; i < (first ? 1 : x.n); i++)
		out.at[i] =
		    choose(lw, holds(lw, predicate, x.at[i], y.at[i]), ones(lw, mask), number(lw, mask, 0));
	return lw_bitcast(lw, s->type, lw_vector(lw, fe_vector(lw->fe, mask, x.n), &out));
}

static const struct expr *select_bits(struct lw *lw, const struct simd_call *s) {
	const struct type *word = integer(lw, 64, false);
	if (s->args.n < 3)
		return NULL;
	struct lw_lanes m = lw_lanes_as(lw, s->args.at[0], word),
	                a = lw_lanes_as(lw, s->args.at[1], word),
	                b = lw_lanes_as(lw, s->args.at[2], word);
	for (uint32_t i = 0; i < m.n; i++) {
		const struct expr *other = expr_unary(lw->arena, EXPR_BITNOT, word, m.at[i]);
		m.at[i] = op2(lw, EXPR_BITOR, op2(lw, EXPR_BITAND, a.at[i], m.at[i]),
		              op2(lw, EXPR_BITAND, b.at[i], other));
	}
	return lw_bitcast(lw, s->type, lw_vector(lw, fe_vector(lw->fe, word, m.n), &m));
}

static bool blend(struct lw *lw, const struct simd_call *s, struct lw_lanes *x) {
	struct lw_lanes y = lanes_of(lw, s, 1);
	uint64_t code = 0;
	if (s->args.n < 3 || (s->op == SIMD_BLEND && !is_constant(s->args.at[2], &code)))
		return false;
	const struct type *mask = integer(lw, s->elem->bits, true);
	struct lw_lanes m = {0};
	if (s->op == SIMD_BLEND_SIGN)
		m = lw_lanes_as(lw, s->args.at[2], mask);
	for (uint32_t i = 0; i < x->n; i++)
		if (s->op == SIMD_BLEND)
			x->at[i] = code >> (i % 8) & 1 ? y.at[i] : x->at[i];
		else
			x->at[i] =
			    choose(lw, op2(lw, EXPR_LT, m.at[i], number(lw, mask, 0)), y.at[i], x->at[i]);
	return true;
}

/* --- Lanes of neighbours. --- */

static uint32_t per_block(const struct lw_lanes *x) {
	uint32_t n = (uint32_t)(BLOCK / x->elem->size);
	return n < x->n ? n : x->n;
}

static struct lw_lanes pairs(struct lw *lw, enum expr_kind kind, const struct lw_lanes *a,
                             const struct lw_lanes *b) {
	struct lw_lanes out = {.elem = a->elem};
	uint32_t n = per_block(a);
	for (uint32_t from = 0; from < a->n; from += n)
		for (uint32_t k = 0; k < 2; k++)
			for (uint32_t i = 0; i + 1 < n; i += 2) {
				const struct lw_lanes *x = k ? b : a;
				out.at[out.n++] = op2(lw, kind, x->at[from + i], x->at[from + i + 1]);
			}
	return out;
}

static struct lw_lanes multiplied(struct lw *lw, const struct simd_call *s,
                                  const struct lw_lanes *a, const struct lw_lanes *b) {
	struct lw_lanes out = {.elem = twice(lw, a->elem, a->elem->is_signed)};
	uint32_t step = s->op == SIMD_MUL_LONG ? 1 : 2;
	for (uint32_t i = 0; i + step <= a->n; i += step) {
		const struct expr *e = op2(lw, EXPR_MUL, lw_convert(lw, out.elem, a->at[i]),
		                           lw_convert(lw, out.elem, b->at[i]));
		if (s->op == SIMD_MUL_PAIRS)
			e = op2(lw, EXPR_ADD, e,
			        op2(lw, EXPR_MUL, lw_convert(lw, out.elem, a->at[i + 1]),
			            lw_convert(lw, out.elem, b->at[i + 1])));
		out.at[out.n++] = e;
	}
	return out;
}

static struct lw_lanes sums_of_differences(struct lw *lw, const struct lw_lanes *a,
                                           const struct lw_lanes *b) {
	struct lw_lanes out = {.elem = integer(lw, 64, false)};
	for (uint32_t from = 0; from + 8 <= a->n; from += 8) {
		const struct expr *sum = number(lw, out.elem, 0);
		for (uint32_t i = from; i < from + 8; i++) {
			const struct expr *d = choose(lw, op2(lw, EXPR_LT, a->at[i], b->at[i]),
			                              op2(lw, EXPR_SUB, b->at[i], a->at[i]),
			                              op2(lw, EXPR_SUB, a->at[i], b->at[i]));
			sum = op2(lw, EXPR_ADD, sum, lw_convert(lw, out.elem, d));
		}
		out.at[out.n++] = sum;
	}
	return out;
}

static struct lw_lanes packed(struct lw *lw, const struct simd_call *s, const struct lw_lanes *a,
                              const struct lw_lanes *b) {
	const struct type *to = integer(lw, a->elem->bits / 2, s->extra < 0);
	struct lw_lanes out = {.elem = to};
	uint32_t n = per_block(a);
	for (uint32_t from = 0; from < a->n; from += n)
		for (uint32_t k = 0; k < 2; k++)
			for (uint32_t i = 0; i < n; i++)
				out.at[out.n++] = saturated(lw, (k ? b : a)->at[from + i], to);
	return out;
}

/* The table names the lanes of the result. */
static bool resized(struct lw *lw, const struct simd_call *s, struct lw_lanes *out) {
	bool widens = s->op == SIMD_WIDEN;
	uint32_t bits = widens ? s->elem->bits / 2 : s->elem->bits * 2;
	bool is_signed = s->op == SIMD_NARROW_SAT ? s->extra < 0 : s->elem->is_signed;
	struct lw_lanes x = lw_lanes_as(lw, s->args.at[0], integer(lw, bits, is_signed));
	uint64_t by = 0;
	if (s->op == SIMD_NARROW_SHIFT &&
	    (s->args.n < 2 || !is_constant(s->args.at[1], &by) || by >= bits))
		return false;
	*out = (struct lw_lanes){.elem = s->elem, .n = x.n};
	for (uint32_t i = 0; i < x.n; i++) {
		const struct expr *e = by ? shifted(lw, EXPR_SHR, x.at[i], by) : x.at[i];
		out->at[i] =
		    s->op == SIMD_NARROW_SAT ? saturated(lw, e, s->elem) : lw_convert(lw, s->elem, e);
	}
	return true;
}

/* --- Which lane goes where. --- */

static bool shuffled(const struct simd_call *s, const struct lw_lanes *a, const struct lw_lanes *b,
                     uint64_t code, struct lw_lanes *out) {
	uint32_t n = per_block(a), bits = n == 2 ? 1 : 2;
	out->elem = a->elem;
	for (uint32_t from = 0; from < a->n; from += n)
		for (uint32_t i = 0; i < n; i++) {
			uint32_t first = s->op == SIMD_SHUFFLE_HIGH ? 4 : 0;
			bool moves = i >= first && i < first + 4;
			uint32_t shift = moves ? bits * (i - first) : 0;
			uint32_t k = (uint32_t)(code >> shift) & (bits == 1 ? 1 : 3);
			const struct lw_lanes *x = s->op == SIMD_SHUFFLE_TWO && i >= n / 2 ? b : a;
			if (s->op == SIMD_SHUFFLE_TWO && n == 2)
				k = (uint32_t)(code >> (from + i)) & 1;
			out->at[out->n++] = x->at[from + (moves ? first + k : i)];
		}
	return out->n == a->n;
}

static struct lw_lanes looked_up(struct lw *lw, const struct simd_call *s,
                                 const struct lw_lanes *ix) {
	const struct type *byte = integer(lw, 8, false);
	struct lw_lanes table = lw_lanes_as(lw, s->args.at[0], byte), out = {.elem = byte};
	const struct expr *vector = lw_vector(lw, fe_vector(lw->fe, byte, table.n), &table);
	uint32_t n = table.n < BLOCK ? table.n : BLOCK;
	for (uint32_t i = 0; i < ix->n; i++) {
		const struct expr *at = op2(lw, EXPR_BITAND, ix->at[i], number(lw, byte, n - 1));
		if (table.n > BLOCK)
			at = op2(lw, EXPR_ADD, at, number(lw, byte, i / BLOCK * BLOCK));
		const struct expr *inside = s->op == SIMD_TABLE
		                                ? op2(lw, EXPR_LT, ix->at[i], number(lw, byte, 128))
		                                : op2(lw, EXPR_LT, ix->at[i], number(lw, byte, n));
		out.at[out.n++] = choose(lw, inside, lw_vector_lane(lw, vector, at), number(lw, byte, 0));
	}
	return out;
}

/* Lanes from 'by' on of x and behind it y, block by block. */
static struct lw_lanes moved(struct lw *lw, const struct lw_lanes *x, const struct lw_lanes *y,
                             int64_t by) {
	struct lw_lanes out = {.elem = x->elem};
	uint32_t n = per_block(x);
	for (uint32_t from = 0; from < x->n; from += n)
		for (uint32_t i = 0; i < n; i++) {
			int64_t k = i + by;
			const struct expr *e = number(lw, x->elem, 0);
			if (k >= 0 && k < n)
				e = x->at[from + k];
			else if (y && k >= n && k < 2 * n)
				e = y->at[from + k - n];
			out.at[out.n++] = e;
		}
	return out;
}

/* --- To numbers. --- */

static const struct expr *movemask(struct lw *lw, const struct simd_call *s) {
	const struct type *t = integer(lw, (uint32_t)s->elem->size * 8, false);
	const struct type *word = integer(lw, s->type->bits, false);
	struct lw_lanes x = lw_lanes_as(lw, s->args.at[0], t);
	const struct expr *mask = number(lw, word, 0);
	for (uint32_t i = 0; i < x.n && i < word->bits; i++) {
		const struct expr *bit = lw_convert(lw, word, shifted(lw, EXPR_SHR, x.at[i], t->bits - 1));
		mask = op2(lw, EXPR_BITOR, mask, i ? shifted(lw, EXPR_SHL, bit, i) : bit);
	}
	return lw_convert(lw, s->type, mask);
}

static const struct expr *tested(struct lw *lw, const struct simd_call *s) {
	const struct type *word = integer(lw, 64, false);
	if (s->args.n < 2)
		return NULL;
	struct lw_lanes a = lw_lanes_as(lw, s->args.at[0], word),
	                b = lw_lanes_as(lw, s->args.at[1], word);
	const struct expr *both = number(lw, word, 0), *rest = both, *none = both;
	for (uint32_t i = 0; i < a.n; i++) {
		const struct expr *other = expr_unary(lw->arena, EXPR_BITNOT, word, a.at[i]);
		both = op2(lw, EXPR_BITOR, both, op2(lw, EXPR_BITAND, a.at[i], b.at[i]));
		rest = op2(lw, EXPR_BITOR, rest, op2(lw, EXPR_BITAND, other, b.at[i]));
	}
	const struct expr *zero = op2(lw, EXPR_EQ, both, none), *carry = op2(lw, EXPR_EQ, rest, none);
	if (s->op == SIMD_TEST_ZERO)
		return lw_convert(lw, s->type, zero);
	if (s->op == SIMD_TEST_CARRY)
		return lw_convert(lw, s->type, carry);
	return lw_convert(
	    lw, s->type,
	    lw_not(lw, expr_binary(lw->arena, EXPR_LOR, type_c_int(lw->types), zero, carry)));
}

static const struct expr *reduced(struct lw *lw, const struct simd_call *s) {
	struct lw_lanes x = lanes_of(lw, s, 0);
	if (!x.n || s->elem->kind == TYPE_FLOAT)
		return NULL;
	const struct type *t =
	    s->op == SIMD_REDUCE_LONG ? twice(lw, s->elem, s->elem->is_signed) : s->elem;
	const struct expr *e = lw_convert(lw, t, x.at[0]);
	for (uint32_t i = 1; i < x.n; i++) {
		const struct expr *next = lw_convert(lw, t, x.at[i]);
		if (s->op == SIMD_REDUCE_MIN || s->op == SIMD_REDUCE_MAX) {
			enum expr_kind kind = s->op == SIMD_REDUCE_MIN ? EXPR_LT : EXPR_GT;
			e = lw_save(lw, choose(lw, op2(lw, kind, e, next), e, next));
		} else {
			bool wraps = lw->wraps;
			lw->wraps = true;
			e = lw_save(lw, op2(lw, EXPR_ADD, e, next));
			lw->wraps = wraps;
		}
	}
	return lw_convert(lw, s->type, e);
}

/* --- Memory. --- */

static const struct expr *place(struct lw *lw, const struct simd_call *s, uint64_t bytes) {
	const struct expr *p = s->args.n ? s->args.at[0] : NULL;
	if (!p || p->type->kind != TYPE_POINTER || bytes % s->elem->size)
		return NULL;
	const struct type *v = fe_vector(lw->fe, s->elem, bytes / s->elem->size);
	return lw_deref(lw, lw_convert(lw, type_pointer(lw->types, v), p));
}

static const struct expr *load(struct lw *lw, const struct simd_call *s) {
	const struct expr *from = place(lw, s, s->type->size);
	return from ? lw_bitcast(lw, s->type, lw_save(lw, from)) : NULL;
}

static const struct expr *store(struct lw *lw, const struct simd_call *s) {
	const struct expr *to = s->args.n > 1 ? place(lw, s, s->args.at[1]->type->size) : NULL;
	if (to)
		lw_assign(lw, to, lw_bitcast(lw, to->type, s->args.at[1]));
	return to;
}

/* --- All of them. --- */

/* Lanes that make up the result; false: another kind of operation, or not what it expects. */
static bool lanes_result(struct lw *lw, const struct simd_call *s, struct lw_lanes *out) {
	uint64_t n = 0, last = 0;
	if (s->op == SIMD_NARROW || s->op == SIMD_NARROW_SHIFT || s->op == SIMD_NARROW_SAT ||
	    s->op == SIMD_WIDEN)
		return resized(lw, s, out);
	*out = lanes_of(lw, s, s->op == SIMD_SET_LANE ? 1 : 0);
	struct lw_lanes x = *out, y = {0};
	if (s->args.n > 1 && type_is_vector(s->args.at[1]->type) && s->op != SIMD_SET_LANE)
		y = lanes_of(lw, s, 1);
	bool has_number = s->args.n && is_constant(s->args.at[s->args.n - 1], &n);
	const struct expr *scalar = s->args.n > 1 ? s->args.at[s->op == SIMD_SET_LANE ? 0 : 1] : NULL;
	switch (s->op) {
	case SIMD_ROUND:
		for (uint32_t i = 0; i < x.n && has_number; i++)
			out->at[i] = rounded(lw, x.at[i], rounding_mode(n));
		return has_number;
	case SIMD_SHL:
	case SIMD_SHR: return shift_lanes(lw, s, out);
	case SIMD_BLEND:
	case SIMD_BLEND_SIGN: return blend(lw, s, out);
	case SIMD_PAIRS_ADD: *out = pairs(lw, EXPR_ADD, &x, &y); return y.n == x.n;
	case SIMD_PAIRS_SUB: *out = pairs(lw, EXPR_SUB, &x, &y); return y.n == x.n;
	case SIMD_MUL_PAIRS:
	case SIMD_MUL_EVEN:
	case SIMD_MUL_LONG: *out = multiplied(lw, s, &x, &y); return y.n == x.n;
	case SIMD_SUM_ABS_DIFF: *out = sums_of_differences(lw, &x, &y); return y.n == x.n;
	case SIMD_PACK: *out = packed(lw, s, &x, &y); return y.n == x.n;
	case SIMD_SHUFFLE4:
	case SIMD_SHUFFLE_LOW:
	case SIMD_SHUFFLE_HIGH:
	case SIMD_SHUFFLE_TWO:
		out->n = 0;
		return has_number && (s->op != SIMD_SHUFFLE_TWO || y.n == x.n) &&
		       shuffled(s, &x, &y, n, out);
	case SIMD_TABLE:
	case SIMD_TABLE_ZERO: *out = looked_up(lw, s, &y); return y.n > 0;
	case SIMD_ALIGN:
		*out = moved(lw, &y, &x, (int64_t)n);
		return has_number && y.n == x.n && n < 64;
	case SIMD_EXTRACT:
		*out = moved(lw, &x, &y, (int64_t)n);
		return has_number && y.n == x.n && n < x.n;
	case SIMD_BYTES_LEFT: *out = moved(lw, &x, NULL, n < 16 ? -(int64_t)n : -16); return has_number;
	case SIMD_BYTES_RIGHT: *out = moved(lw, &x, NULL, n < 16 ? (int64_t)n : 16); return has_number;
	case SIMD_SET:
	case SIMD_SET_LANE:
		if (!has_number || s->args.n < 3 || !type_is_scalar(scalar->type))
			return false;
		last = n & (x.n - 1);
		out->at[last] = lw_convert(lw, s->elem, scalar);
		return true;
	case SIMD_SPLAT:
		if (!has_number || n >= x.n)
			return false;
		out->n = (uint32_t)(s->type->size / s->elem->size);
		for (uint32_t i = 0; i < out->n; i++)
			out->at[i] = x.at[n];
		return out->n <= LW_LANES;
	case SIMD_TRUNCATE:
	case SIMD_ROUND_TO_INT:
		out->elem = integer(lw, 32, true);
		for (uint32_t i = 0; i < x.n; i++)
			out->at[i] = to_integer(lw, out->elem, x.at[i], s->op == SIMD_ROUND_TO_INT);
		return true;
	case SIMD_TO_FLOAT:
		out->elem = type_float(lw->types, (uint32_t)s->extra, (uint64_t)s->extra / 8,
		                       (uint32_t)s->extra / 8);
		for (uint32_t i = 0; i < x.n; i++)
			out->at[i] = lw_convert(lw, out->elem, x.at[i]);
		return true;
	case SIMD_FLOAT_FIRST:
		y = lw_lanes(lw, s->args.at[1]);
		out->at[0] = lw_convert(lw, s->elem, y.at[0]);
		return true;
	default: return elementwise(lw, s, out);
	}
}

/* The value; NULL: this is not what the operation expects. */
static const struct expr *operation(struct lw *lw, const struct simd_call *s) {
	if (!s->args.n && s->op != SIMD_ANY)
		return NULL;
	bool has_vector =
	    s->op == SIMD_LOAD || s->op == SIMD_STORE || s->op == SIMD_ANY || s->op == SIMD_SET_LANE;
	if (!has_vector && !type_is_vector(s->args.at[0]->type))
		return NULL;
	struct lw_lanes x;
	uint64_t n;
	switch (s->op) {
	case SIMD_NONE: return NULL;
	case SIMD_CMP:
	case SIMD_CMP_FIRST:
	case SIMD_CMP_GIVEN: return s->args.n < 2 ? NULL : compare_lanes(lw, s);
	case SIMD_SELECT: return select_bits(lw, s);
	case SIMD_MOVEMASK: return movemask(lw, s);
	case SIMD_TEST_ZERO:
	case SIMD_TEST_CARRY:
	case SIMD_TEST_NEITHER: return tested(lw, s);
	case SIMD_REDUCE_ADD:
	case SIMD_REDUCE_MIN:
	case SIMD_REDUCE_MAX:
	case SIMD_REDUCE_LONG: return reduced(lw, s);
	case SIMD_COMPARE:
		return s->args.n < 2 ? NULL
		                     : lw_convert(lw, s->type,
		                                  holds(lw, s->extra, lanes_of(lw, s, 0).at[0],
		                                        lanes_of(lw, s, 1).at[0]));
	case SIMD_TO_INT:
	case SIMD_ROUND_FIRST_TO_INT:
		return to_integer(lw, s->type, lanes_of(lw, s, 0).at[0], s->op == SIMD_ROUND_FIRST_TO_INT);
	case SIMD_GET:
		x = lanes_of(lw, s, 0);
		return is_constant(s->args.at[s->args.n - 1], &n) && x.n
		           ? lw_convert(lw, s->type, x.at[n & (x.n - 1)])
		           : NULL;
	case SIMD_LOAD: return load(lw, s);
	case SIMD_STORE: return store(lw, s);
	case SIMD_ANY: return lw_temp_in(lw, lw_block(lw), s->type); /* it has no value yet */
	default: break;
	}
	if (!lanes_result(lw, s, &x) || !x.n || !type_is_vector(s->type))
		return NULL;
	const struct type *filled = fe_vector(lw->fe, x.elem, s->type->size / x.elem->size);
	return lw_bitcast(lw, s->type, lw_vector(lw, filled, &x));
}

/* __builtin_elementwise_max and its kin, for any vector of integers. */
static bool find_elementwise(const char *name, struct simd_call *s) {
	static const struct {
		const char *name;
		enum simd_op op;
	} known[] = {{"elementwise_min", SIMD_MIN},         {"elementwise_max", SIMD_MAX},
	             {"elementwise_abs", SIMD_ABS},         {"elementwise_add_sat", SIMD_ADD_SAT},
	             {"elementwise_sub_sat", SIMD_SUB_SAT}, {"elementwise_popcount", SIMD_POPCOUNT},
	             {"reduce_add", SIMD_REDUCE_ADD},       {"reduce_min", SIMD_REDUCE_MIN},
	             {"reduce_max", SIMD_REDUCE_MAX}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(name, known[i].name) != 0 || !s->args.n || !type_is_vector(s->args.at[0]->type))
			continue;
		s->op = known[i].op;
		s->elem = s->args.at[0]->type->record->field[0].type->elem;
		return s->elem->kind == TYPE_INT;
	}
	return false;
}

/* Immediate operands are constant expressions: _MM_SHUFFLE(3, 2, 1, 0). */
static void fold(struct lw *lw, CXCursor c, const struct expr **e) {
	uint64_t value;
	if ((*e)->kind != EXPR_CONST && type_is_integer((*e)->type) && lw_eval_u64(c, &value))
		*e = number(lw, (*e)->type, value);
}

bool lw_simd_builtin(struct lw *lw, CXCursor call, const char *name, const struct expr **value) {
	bool x86 = starts_with(name, "ia32_"), arm = starts_with(name, "neon_");
	if (!x86 && !arm && !starts_with(name, "elementwise_") && !starts_with(name, "reduce_"))
		return false;
	struct simd_call s = {.type = lw_rvalue_type(lw, call)};
	s.args = lw_arguments(lw, call, NULL);
	for (uint32_t i = 0; i < s.args.n; i++)
		fold(lw, clang_Cursor_getArgument(call, i), &s.args.at[i]);
	bool found = x86   ? simd_x86_find(lw, name + 5, &s)
	             : arm ? simd_arm_find(lw, name + 5, &s)
	                   : find_elementwise(name, &s);
	const struct expr *result = found ? operation(lw, &s) : NULL;
	bool is_void = s.type->kind == TYPE_VOID;
	*value = result && is_void ? NULL : result;
	if (!result)
		*value = lw_unsupported(lw, s.type, "__builtin_%s", name);
	return true;
}
