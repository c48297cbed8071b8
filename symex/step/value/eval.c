#include "symex/step/value/eval.h"

#include "solvers/float/float.h"
#include "symex/core/values.h"
#include "util/text/diag.h"

uint32_t type_width(const struct symex *x, const struct type *t) {
	switch (t->kind) {
	case TYPE_POINTER: return x->pointer_bits;
	case TYPE_BOOL: return 8;
	case TYPE_INT:
	case TYPE_FLOAT: return t->bits;
	default: return 8; /* void: the value is not used */
	}
}

bool local_is_object(const struct symbol *s) {
	return s->address_taken || !type_is_scalar(s->type);
}

term eval_to_address(struct symex *x, term value, const struct type *from) {
	uint32_t w = term_width(x->ts, value);
	if (w > x->address_bits)
		return term_extract(x->ts, value, x->address_bits - 1, 0);
	if (from->kind == TYPE_INT && from->is_signed)
		return term_sext(x->ts, value, x->address_bits);
	return term_zext(x->ts, value, x->address_bits);
}

term eval_sizeof(struct symex *x, struct state *st, const struct type *t) {
	if (t->kind != TYPE_ARRAY || !type_has_vla(t))
		return term_u64(x->ts, x->address_bits, t->size ? t->size : t->kind == TYPE_VOID);
	term n = t->vla ? eval_to_address(x, eval(x, st, t->vla), t->vla->type)
	                : term_u64(x->ts, x->address_bits, t->n == ARRAY_OPEN ? 0 : t->n);
	return term_mul(x->ts, n, eval_sizeof(x, st, t->elem));
}

/* --- Conversions. --- */

struct resizing {
	struct terms *ts;
	bool is_signed;
	uint32_t width;
};

static term apply_resize(void *context, term value, term unused) {
	const struct resizing *r = context;
	(void)unused;
	if (r->width < term_width(r->ts, value))
		return term_extract(r->ts, value, r->width - 1, 0);
	return r->is_signed ? term_sext(r->ts, value, r->width) : term_zext(r->ts, value, r->width);
}

static term resize(struct symex *x, term value, bool is_signed, uint32_t width) {
	struct resizing r = {x->ts, is_signed, width};
	if (width == term_width(x->ts, value))
		return value;
	return values_map(x, apply_resize, &r, value, term_true(x->ts));
}

static term equal_ints(struct symex *x, term a, term b) {
	return term_width(x->ts, a) == x->address_bits ? ptr_addresses_equal(x, a, b)
	                                               : term_equal(x->ts, a, b);
}

static term apply_nonzero(void *data, term value, term unused) {
	(void)unused;
	struct symex *x = data;
	term zero = term_u64(x->ts, term_width(x->ts, value), 0);
	return term_not(x->ts, equal_ints(x, value, zero));
}

static term is_nonzero(struct symex *x, term value, const struct type *t) {
	if (t->kind == TYPE_FLOAT)
		return term_not(x->ts, fp_is_zero(x->ts, fp_by_bits(t->bits), value));
	if (t->kind == TYPE_POINTER)
		return term_not(x->ts, ptr_equal(x, value, ptr_null(x)));
	return values_map(x, apply_nonzero, x, value, term_true(x->ts));
}

static term float_cast(struct symex *x, struct state *st, term v, const struct type *from,
                       const struct type *to) {
	term mode = eval_rounding(x, st);
	if (from->kind != TYPE_FLOAT)
		return fp_from_int(x->ts, fp_by_bits(to->bits), mode, v,
		                   from->kind == TYPE_INT && from->is_signed);
	if (to->kind == TYPE_FLOAT)
		return fp_convert(x->ts, fp_by_bits(to->bits), fp_by_bits(from->bits), mode, v);
	return fp_to_int(x->ts, fp_by_bits(from->bits), v, type_width(x, to), to->is_signed);
}

term eval_cast(struct symex *x, struct state *st, term v, const struct type *from,
               const struct type *to) {
	if (to->kind == TYPE_VOID)
		return term_u64(x->ts, 8, 0);
	if (to->kind == TYPE_BOOL)
		return from->kind == TYPE_BOOL ? v : term_bool_to_bv(x->ts, is_nonzero(x, v, from), 8);
	if (to->kind == TYPE_POINTER)
		return from->kind == TYPE_POINTER ? v : ptr_from_int(x, eval_to_address(x, v, from));
	if (from->kind == TYPE_POINTER)
		return resize(x, ptr_to_int(x, v), false, type_width(x, to));
	if (from->kind == TYPE_FLOAT || to->kind == TYPE_FLOAT)
		return float_cast(x, st, v, from, to);
	return resize(x, v, from->kind == TYPE_INT && from->is_signed, type_width(x, to));
}

static bool is_integer(const struct type *t) {
	return t->kind == TYPE_INT || t->kind == TYPE_BOOL;
}

static struct value cast_value(struct symex *x, struct state *st, const struct expr *e) {
	const struct type *from = e->arg[0]->type, *to = e->type;
	struct value v = eval_value(x, st, e->arg[0]);
	if (v.width && is_integer(from) && to->kind == TYPE_BOOL)
		return value_constant(8, v.bits != 0);
	if (v.width && is_integer(from) && to->kind == TYPE_INT && type_width(x, to) <= 64)
		return value_resize(&v, from->kind == TYPE_INT && from->is_signed, type_width(x, to));
	return value_read(x->ts, eval_cast(x, st, value_term(x->ts, &v), from, to));
}

term eval_rounding(struct symex *x, struct state *st) {
	if (!x->step.rounding)
		return term_u64(x->ts, 3, FP_NEAREST_EVEN);
	struct lvalue p;
	lvalue_of_symbol(x, st, x->step.rounding, &p);
	return term_extract(x->ts, lvalue_read(x, st, &p), 2, 0);
}

/* --- Operators. --- */

static term float_binary(struct symex *x, struct state *st, const struct expr *e, term a, term b) {
	const struct fp_format *f = fp_by_bits(e->type->bits);
	term mode = eval_rounding(x, st);
	switch (e->kind) {
	case EXPR_ADD: return fp_add(x->ts, f, mode, a, b);
	case EXPR_SUB: return fp_sub(x->ts, f, mode, a, b);
	case EXPR_MUL: return fp_mul(x->ts, f, mode, a, b);
	case EXPR_DIV: return fp_div(x->ts, f, mode, a, b);
	default: BUG("floating operation of kind %d", (int)e->kind);
	}
}

/* The distance of a shift has its own type.  A distance of width or more is undefined in C; the
 * result is that of the bit-vector operation. */
static term shift_distance(struct symex *x, const struct expr *e, term distance, uint32_t width) {
	uint32_t w = term_width(x->ts, distance);
	if (w <= width)
		return resize(x, distance, e->type->kind == TYPE_INT && e->type->is_signed, width);
	term high = term_extract(x->ts, distance, w - 1, width);
	term all = term_const(x->ts, bits_ones(terms_arena(x->ts), width));
	return term_ite(x->ts, term_is_zero(x->ts, high), term_extract(x->ts, distance, width - 1, 0),
	                all);
}

static term int_binary(struct symex *x, const struct expr *e, term a, term b) {
	struct terms *ts = x->ts;
	bool is_signed = e->type->kind == TYPE_INT && e->type->is_signed;
	switch (e->kind) {
	case EXPR_ADD: return term_add(ts, a, b);
	case EXPR_SUB: return term_sub(ts, a, b);
	case EXPR_MUL: return term_mul(ts, a, b);
	case EXPR_DIV: return is_signed ? term_sdiv(ts, a, b) : term_udiv(ts, a, b);
	case EXPR_REM: return is_signed ? term_srem(ts, a, b) : term_urem(ts, a, b);
	case EXPR_BITAND: return term_bvand(ts, a, b);
	case EXPR_BITOR: return term_bvor(ts, a, b);
	case EXPR_BITXOR: return term_bvxor(ts, a, b);
	default: break;
	}
	b = shift_distance(x, e->arg[1], b, term_width(ts, a));
	if (e->kind == EXPR_SHL)
		return term_shl(ts, a, b);
	return is_signed ? term_ashr(ts, a, b) : term_lshr(ts, a, b);
}

struct binary {
	struct symex *x;
	const struct expr *e;
};

static term apply_binary(void *context, term a, term b) {
	struct binary *op = context;
	return int_binary(op->x, op->e, a, b);
}

/* The operation on two constants, with the meaning that int_binary has. */
static struct value fold_binary(const struct expr *e, const struct value *a,
                                const struct value *b) {
	bool is_signed = e->type->kind == TYPE_INT && e->type->is_signed;
	const struct type *by = e->arg[1]->type;
	uint64_t p = a->bits, q = b->bits;
	enum term_kind k = TERM_NONE;
	switch (e->kind) {
	case EXPR_ADD: k = TERM_ADD; break;
	case EXPR_SUB: k = TERM_ADD, q = -q; break;
	case EXPR_MUL: k = TERM_MUL; break;
	case EXPR_DIV: k = is_signed ? TERM_SDIV : TERM_UDIV; break;
	case EXPR_REM: k = is_signed ? TERM_SREM : TERM_UREM; break;
	case EXPR_BITAND: k = TERM_BVAND; break;
	case EXPR_BITOR: k = TERM_BVOR; break;
	case EXPR_BITXOR: k = TERM_BVXOR; break;
	default: k = e->kind == EXPR_SHL ? TERM_SHL : is_signed ? TERM_ASHR : TERM_LSHR;
	}
	if (e->kind == EXPR_SHL || e->kind == EXPR_SHR) {
		if (b->width > a->width)
			q = q >> a->width ? UINT64_MAX : q;
		else
			q = value_resize(b, by->kind == TYPE_INT && by->is_signed, a->width).bits;
	}
	return value_constant(a->width, term_fold_u64(k, p, q, a->width));
}

static bool is_shift(const struct expr *e) {
	return e->kind == EXPR_SHL || e->kind == EXPR_SHR;
}

static struct value binary(struct symex *x, struct state *st, const struct expr *e) {
	struct value a = eval_value(x, st, e->arg[0]), b = eval_value(x, st, e->arg[1]);
	bool is_float = e->type->kind == TYPE_FLOAT;
	if (!is_float && a.width && b.width && (a.width == b.width || is_shift(e)))
		return fold_binary(e, &a, &b);
	term p = value_term(x->ts, &a), q = value_term(x->ts, &b);
	if (is_float)
		return value_read(x->ts, float_binary(x, st, e, p, q));
	struct binary op = {x, e};
	return value_read(x->ts, values_map(x, apply_binary, &op, p, q));
}

static term pointer_difference(struct symex *x, struct state *st, const struct expr *e) {
	term p = eval(x, st, e->arg[0]), q = eval(x, st, e->arg[1]);
	term po = ptr_object(x, p), qo = ptr_object(x, q);
	term bytes = term_sub(x->ts, ptr_offset(x, p), ptr_offset(x, q));
	if (!term_eq(po, qo)) {
		term far = term_sub(x->ts, ptr_to_int(x, p), ptr_to_int(x, q));
		bytes = term_ite(x->ts, term_equal(x->ts, po, qo), bytes, far);
	}
	term n = term_sdiv(x->ts, bytes, eval_sizeof(x, st, e->arg[0]->type->elem));
	return resize(x, n, true, type_width(x, e->type));
}

static term compare_ints(struct symex *x, enum expr_kind kind, term a, term b, bool is_signed) {
	term (*less)(struct terms *, term, term) = is_signed ? term_slt : term_ult;
	term (*less_equal)(struct terms *, term, term) = is_signed ? term_sle : term_ule;
	switch (kind) {
	case EXPR_EQ: return equal_ints(x, a, b);
	case EXPR_NE: return term_not(x->ts, equal_ints(x, a, b));
	case EXPR_LT: return less(x->ts, a, b);
	case EXPR_LE: return less_equal(x->ts, a, b);
	case EXPR_GT: return less(x->ts, b, a);
	default: return less_equal(x->ts, b, a);
	}
}

static bool fold_comparison(enum expr_kind kind, const struct value *a, const struct value *b,
                            bool is_signed) {
	bool less = is_signed ? value_signed(a) < value_signed(b) : a->bits < b->bits;
	bool equal = a->bits == b->bits;
	switch (kind) {
	case EXPR_EQ: return equal;
	case EXPR_NE: return !equal;
	case EXPR_LT: return less;
	case EXPR_LE: return less || equal;
	case EXPR_GT: return !less && !equal;
	default: return !less;
	}
}

static term compare_floats(struct symex *x, enum expr_kind kind, term a, term b, uint32_t bits) {
	const struct fp_format *f = fp_by_bits(bits);
	switch (kind) {
	case EXPR_EQ: return fp_eq(x->ts, f, a, b);
	case EXPR_NE: return term_not(x->ts, fp_eq(x->ts, f, a, b));
	case EXPR_LT: return fp_lt(x->ts, f, a, b);
	case EXPR_LE: return fp_le(x->ts, f, a, b);
	case EXPR_GT: return fp_lt(x->ts, f, b, a);
	default: return fp_le(x->ts, f, b, a);
	}
}

static term compare_pointers(struct symex *x, enum expr_kind kind, term a, term b) {
	switch (kind) {
	case EXPR_EQ: return ptr_equal(x, a, b);
	case EXPR_NE: return term_not(x->ts, ptr_equal(x, a, b));
	case EXPR_LT: return ptr_less(x, a, b, false);
	case EXPR_LE: return ptr_less(x, a, b, true);
	case EXPR_GT: return ptr_less(x, b, a, false);
	default: return ptr_less(x, b, a, true);
	}
}

static term apply_comparison(void *context, term a, term b) {
	struct binary *op = context;
	const struct type *t = op->e->arg[0]->type;
	return compare_ints(op->x, op->e->kind, a, b, t->kind == TYPE_INT && t->is_signed);
}

static term comparison(struct symex *x, struct state *st, const struct expr *e) {
	const struct type *t = e->arg[0]->type;
	struct value p = eval_value(x, st, e->arg[0]), q = eval_value(x, st, e->arg[1]);
	if (is_integer(t) && p.width && p.width == q.width)
		return term_bool(x->ts,
		                 fold_comparison(e->kind, &p, &q, t->kind == TYPE_INT && t->is_signed));
	term a = value_term(x->ts, &p), b = value_term(x->ts, &q);
	if (t->kind == TYPE_FLOAT)
		return compare_floats(x, e->kind, a, b, t->bits);
	if (t->kind == TYPE_POINTER)
		return compare_pointers(x, e->kind, a, b);
	struct binary op = {x, e};
	return values_map(x, apply_comparison, &op, a, b);
}

/* After an evaluation where 'condition' holds, with the guard 'inner' before it: what the engine
 * has required meanwhile still holds there. */
static void leave_where(struct symex *x, struct state *st, const struct guard *saved,
                        const struct guard *inner, term condition) {
	term required = term_true(x->ts);
	for (const struct guard *g = st->guard; g != inner; g = g->up)
		required = term_and(x->ts, required, g->condition);
	st->guard = saved;
	state_assume(x, st, term_implies(x->ts, condition, required));
}

/* Evaluates 'e' where 'condition' holds, so that an unsupported part of 'e' cuts only there. */
static term condition_where(struct symex *x, struct state *st, const struct expr *e,
                            term condition) {
	const struct guard *saved = st->guard;
	state_assume(x, st, condition);
	const struct guard *inner = st->guard;
	term value = eval_condition(x, st, e);
	leave_where(x, st, saved, inner, condition);
	return value;
}

static term value_where(struct symex *x, struct state *st, const struct expr *e, term condition) {
	const struct guard *saved = st->guard;
	state_assume(x, st, condition);
	const struct guard *inner = st->guard;
	term value = eval(x, st, e);
	leave_where(x, st, saved, inner, condition);
	return value;
}

static term logical(struct symex *x, struct state *st, const struct expr *e) {
	bool is_and = e->kind == EXPR_LAND;
	term a = eval_condition(x, st, e->arg[0]);
	if (is_and ? term_is_false(x->ts, a) : term_is_true(x->ts, a))
		return a;
	term b = condition_where(x, st, e->arg[1], is_and ? a : term_not(x->ts, a));
	return is_and ? term_and(x->ts, a, b) : term_or(x->ts, a, b);
}

static struct value conditional(struct symex *x, struct state *st, const struct expr *e) {
	term c = eval_condition(x, st, e->arg[0]);
	if (term_is_const(x->ts, c))
		return eval_value(x, st, e->arg[term_is_true(x->ts, c) ? 1 : 2]);
	term a = value_where(x, st, e->arg[1], c),
	     b = value_where(x, st, e->arg[2], term_not(x->ts, c));
	return value_read(x->ts, term_ite(x->ts, c, a, b));
}

term eval_condition(struct symex *x, struct state *st, const struct expr *e) {
	switch (e->kind) {
	case EXPR_LNOT: return term_not(x->ts, eval_condition(x, st, e->arg[0]));
	case EXPR_LAND:
	case EXPR_LOR: return logical(x, st, e);
	case EXPR_EQ:
	case EXPR_NE:
	case EXPR_LT:
	case EXPR_LE:
	case EXPR_GT:
	case EXPR_GE: return comparison(x, st, e);
	default: {
		struct value v = eval_value(x, st, e);
		if (v.width && is_integer(e->type))
			return term_bool(x->ts, v.bits != 0);
		return is_nonzero(x, value_term(x->ts, &v), e->type);
	}
	}
}

static term constant(struct symex *x, const struct expr *e) {
	term v = term_const(x->ts, e->bits);
	if (e->type->kind == TYPE_POINTER)
		return ptr_integer(x, resize(x, v, false, x->address_bits));
	return resize(x, v, false, type_width(x, e->type));
}

static term address(struct symex *x, struct state *st, const struct expr *e) {
	struct lvalue p = eval_lvalue(x, st, e->arg[0]);
	return lvalue_pointer(x, &p);
}

static term negate(struct symex *x, const struct expr *e, term a) {
	if (e->type->kind == TYPE_FLOAT)
		return fp_neg(x->ts, fp_by_bits(e->type->bits), a);
	return term_neg(x->ts, a);
}

static struct value truth_value(struct symex *x, struct state *st, const struct expr *e) {
	term c = eval_condition(x, st, e);
	uint32_t width = type_width(x, e->type);
	if (term_is_const(x->ts, c) && width <= 64)
		return value_constant(width, term_is_true(x->ts, c));
	return value_read(x->ts, term_bool_to_bv(x->ts, c, width));
}

/* An expression whose value has no shorter form than a term. */
static term wide_value(struct symex *x, struct state *st, const struct expr *e) {
	switch (e->kind) {
	case EXPR_CONST: return constant(x, e);
	case EXPR_ADDR: return address(x, st, e);
	case EXPR_NEG: return negate(x, e, eval(x, st, e->arg[0]));
	case EXPR_BITNOT: return term_bvnot(x->ts, eval(x, st, e->arg[0]));
	case EXPR_PTRADD: {
		struct lvalue p;
		eval_pointed(x, st, e, &p);
		return lvalue_pointer(x, &p);
	}
	case EXPR_PTRDIFF: return pointer_difference(x, st, e);
	case EXPR_VARARGS: return st->frame->varargs.ix ? st->frame->varargs : ptr_null(x);
	case EXPR_BUILTIN: return eval_builtin(x, st, e);
	default: BUG("expression of kind %d has no value here", (int)e->kind);
	}
}

struct value eval_value(struct symex *x, struct state *st, const struct expr *e) {
	switch (e->kind) {
	case EXPR_CONST:
		if (is_integer(e->type) && e->bits.width <= 64 && type_width(x, e->type) <= 64)
			return value_constant(type_width(x, e->type), e->bits.lo);
		break;
	case EXPR_SYMBOL:
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: {
		struct lvalue p = eval_lvalue(x, st, e);
		return lvalue_load(x, st, &p);
	}
	case EXPR_CAST: return cast_value(x, st, e);
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_DIV:
	case EXPR_REM:
	case EXPR_SHL:
	case EXPR_SHR:
	case EXPR_BITAND:
	case EXPR_BITOR:
	case EXPR_BITXOR: return binary(x, st, e);
	case EXPR_LNOT:
	case EXPR_EQ:
	case EXPR_NE:
	case EXPR_LT:
	case EXPR_LE:
	case EXPR_GT:
	case EXPR_GE:
	case EXPR_LAND:
	case EXPR_LOR: return truth_value(x, st, e);
	case EXPR_COND: return conditional(x, st, e);
	default: break;
	}
	return value_read(x->ts, wide_value(x, st, e));
}

term eval(struct symex *x, struct state *st, const struct expr *e) {
	struct value v = eval_value(x, st, e);
	return value_term(x->ts, &v);
}
