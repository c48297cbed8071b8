#include "symex/step/eval.h"

#include "solvers/float/float.h"
#include "symex/step/thread.h"
#include "symex/core/values.h"
#include "util/diag.h"

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

static term to_address(struct symex *x, term value, const struct type *from) {
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
	term n = t->vla ? to_address(x, eval(x, st, t->vla), t->vla->type)
	                : term_u64(x->ts, x->address_bits, t->n == ARRAY_OPEN ? 0 : t->n);
	return term_mul(x->ts, n, eval_sizeof(x, st, t->elem));
}

/* --- Lvalues. --- */

static uint32_t local_key(const struct state *st, const struct symbol *s) {
	return st->frame->base + s->slot;
}

/* The bytes that a pointer points to. */
static void point_to(struct symex *x, struct lvalue *p, term pointer) {
	term offset;
	p->pointer = pointer;
	p->is_known =
	    ptr_known(x, pointer, &p->object, &offset) && term_is_small(x->ts, offset, &p->offset);
}

static void symbol_lvalue(struct symex *x, struct state *st, struct symbol *s, struct lvalue *p) {
	*p = (struct lvalue){.type = s->type};
	if (s->storage != STORAGE_AUTO) {
		p->is_known = true;
		p->object =
		    s->storage == STORAGE_THREAD ? thread_local_object(x, st, s) : memory_static(x, s);
		return;
	}
	p->key = local_key(st, s);
	p->is_register = !local_is_object(s);
	if (!p->is_register) {
		uint64_t reg = pmap_get(&st->reg, p->key);
		point_to(x, p, reg ? reg_term(x, reg) : ptr_null(x));
	}
}

/* Moves the lvalue by 'n' times 'size' bytes; n is the value of 'e'. */
static void move_by(struct symex *x, struct state *st, struct lvalue *p, const struct expr *e,
                    const struct type *elem) {
	struct value n = eval_value(x, st, e);
	bool is_plain = elem->kind != TYPE_ARRAY || !type_has_vla(elem);
	if (p->is_known && n.width && is_plain) {
		bool is_unit = elem->kind == TYPE_FUNC || (elem->kind == TYPE_VOID && !elem->size);
		uint64_t size = is_unit ? 1 : elem->size;
		n = value_resize(&n, e->type->kind == TYPE_INT && e->type->is_signed, x->address_bits);
		if (n.bits)
			p->pointer = NO_TERM;
		p->offset = value_constant(x->address_bits, p->offset + n.bits * size).bits;
		return;
	}
	term by = to_address(x, value_term(x->ts, &n), e->type);
	term size =
	    elem->kind == TYPE_FUNC ? term_u64(x->ts, x->address_bits, 1) : eval_sizeof(x, st, elem);
	p->pointer = ptr_add(x, lvalue_pointer(x, p), term_mul(x->ts, by, size));
	p->is_known = false;
}

static void find_lvalue(struct symex *, struct state *, const struct expr *, struct lvalue *);

/* What the value of a pointer expression points to. */
static void find_pointed(struct symex *x, struct state *st, const struct expr *e,
                         struct lvalue *p) {
	if (e->kind == EXPR_ADDR) {
		find_lvalue(x, st, e->arg[0], p);
	} else if (e->kind == EXPR_PTRADD) {
		find_pointed(x, st, e->arg[0], p);
		move_by(x, st, p, e->arg[1], e->type->elem);
	} else {
		*p = (struct lvalue){0};
		point_to(x, p, eval(x, st, e));
	}
}

static void find_member(struct symex *x, struct state *st, const struct expr *e, struct lvalue *p) {
	find_lvalue(x, st, e->arg[0], p);
	uint64_t at = e->field->offset / 8;
	if (p->is_known && at) {
		p->offset = value_constant(x->address_bits, p->offset + at).bits;
		p->pointer = NO_TERM;
	} else if (at) {
		p->pointer = ptr_add(x, p->pointer, term_u64(x->ts, x->address_bits, at));
	}
	if (e->field->bit_width != NOT_BITFIELD) {
		p->bit = (uint32_t)(e->field->offset % 8);
		p->bit_width = e->field->bit_width;
	}
}

/* Fills in *p, which is never copied: that would stall on the stores to its fields. */
static void find_lvalue(struct symex *x, struct state *st, const struct expr *e, struct lvalue *p) {
	switch (e->kind) {
	case EXPR_SYMBOL:
		symbol_lvalue(x, st, e->symbol, p);
		p->order = e->order;
		return;
	case EXPR_DEREF:
		find_pointed(x, st, e->arg[0], p);
		p->bit = p->bit_width = 0;
		break;
	case EXPR_MEMBER: find_member(x, st, e, p); break;
	case EXPR_INDEX:
		find_lvalue(x, st, e->arg[0], p);
		move_by(x, st, p, e->arg[1], e->type);
		p->bit = p->bit_width = 0;
		break;
	default: BUG("not an lvalue: expression kind %d", (int)e->kind);
	}
	p->type = e->type;
	p->order = e->order;
}

struct lvalue eval_lvalue(struct symex *x, struct state *st, const struct expr *e) {
	struct lvalue p;
	find_lvalue(x, st, e, &p);
	return p;
}

term lvalue_pointer(struct symex *x, const struct lvalue *p) {
	if (p->is_register)
		BUG("address of a register");
	if (p->pointer.ix)
		return p->pointer;
	return ptr_make(x, p->object, term_u64(x->ts, x->address_bits, p->offset));
}

/* The bytes that hold a bit-field. */
static struct scalar bits_access(const struct lvalue *p) {
	return (struct scalar){(p->bit + p->bit_width + 7) / 8, false};
}

static term read_bits(struct symex *x, struct state *st, const struct lvalue *p) {
	term bytes = memory_read(x, st, lvalue_pointer(x, p), bits_access(p));
	term value = term_extract(x->ts, bytes, p->bit + p->bit_width - 1, p->bit);
	uint32_t width = type_width(x, p->type);
	if (p->type->kind == TYPE_INT && p->type->is_signed)
		return term_sext(x->ts, value, width);
	return term_zext(x->ts, value, width);
}

static void write_bits(struct symex *x, struct state *st, const struct lvalue *p, term value) {
	struct scalar a = bits_access(p);
	uint32_t top = p->bit + p->bit_width, width = a.bytes * 8;
	term field = term_extract(x->ts, value, p->bit_width - 1, 0);
	if (p->bit || top < width) {
		term old = memory_read(x, st, lvalue_pointer(x, p), a);
		if (p->bit)
			field = term_concat(x->ts, field, term_extract(x->ts, old, p->bit - 1, 0));
		if (top < width)
			field = term_concat(x->ts, term_extract(x->ts, old, width - 1, top), field);
	}
	memory_write(x, st, lvalue_pointer(x, p), a, field);
}

static term read_memory(struct symex *x, struct state *st, const struct lvalue *p) {
	term value;
	if (p->bit_width)
		return read_bits(x, st, p);
	if (!type_is_scalar(p->type))
		BUG("reading an aggregate as a scalar");
	struct scalar a = scalar_of(p->type);
	x->order = p->order;
	if (!p->is_known || !memory_read_known(x, st, p->object, p->offset, a, &value))
		value = memory_read(x, st, lvalue_pointer(x, p), a);
	x->order = MEM_PLAIN;
	return value;
}

term lvalue_read(struct symex *x, struct state *st, const struct lvalue *p) {
	if (!p->is_register)
		return read_memory(x, st, p);
	uint64_t reg = pmap_get(&st->reg, p->key);
	return reg ? reg_term(x, reg) : term_u64(x->ts, type_width(x, p->type), 0);
}

void lvalue_write(struct symex *x, struct state *st, const struct lvalue *p, term value) {
	if (p->is_register) {
		pmap_set(&x->pool, &st->reg, p->key, reg_of(x, value));
		return;
	}
	if (p->bit_width) {
		write_bits(x, st, p, value);
		return;
	}
	struct scalar a = scalar_of(p->type);
	x->order = p->order;
	if (!p->is_known || !memory_write_known(x, st, p->object, p->offset, a, value))
		memory_write(x, st, lvalue_pointer(x, p), a, value);
	x->order = MEM_PLAIN;
}

void lvalue_assign(struct symex *x, struct state *st, const struct lvalue *p,
                   const struct value *v) {
	if (p->is_register && v->width && v->width <= 32)
		pmap_set(&x->pool, &st->reg, p->key, reg_constant(v->width, (uint32_t)v->bits));
	else
		lvalue_write(x, st, p, value_term(x->ts, v));
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
		return from->kind == TYPE_POINTER ? v : ptr_from_int(x, to_address(x, v, from));
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
	if (!x->rounding)
		return term_u64(x->ts, 3, FP_NEAREST_EVEN);
	struct lvalue p;
	symbol_lvalue(x, st, x->rounding, &p);
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

/* Evaluates 'e' where 'condition' holds, so that an unsupported part of 'e' cuts only there. */
static term condition_where(struct symex *x, struct state *st, const struct expr *e,
                            term condition) {
	const struct guard *saved = st->guard;
	state_assume(x, st, condition);
	term value = eval_condition(x, st, e);
	st->guard = saved;
	return value;
}

static term value_where(struct symex *x, struct state *st, const struct expr *e, term condition) {
	const struct guard *saved = st->guard;
	state_assume(x, st, condition);
	term value = eval(x, st, e);
	st->guard = saved;
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
		find_pointed(x, st, e, &p);
		return lvalue_pointer(x, &p);
	}
	case EXPR_PTRDIFF: return pointer_difference(x, st, e);
	case EXPR_VARARGS: return st->frame->varargs.ix ? st->frame->varargs : ptr_null(x);
	case EXPR_BUILTIN: return eval_builtin(x, st, e);
	default: BUG("expression of kind %d has no value here", (int)e->kind);
	}
}

/* The value of a local that lives in a register. */
static struct value register_value(struct symex *x, const struct state *st,
                                   const struct symbol *s) {
	uint64_t reg = pmap_get(&st->reg, local_key(st, s));
	if (reg_kind(reg) == REG_CONST)
		return value_constant(reg_width(reg), reg_payload(reg));
	return value_read(x->ts, reg ? reg_term(x, reg) : term_u64(x->ts, type_width(x, s->type), 0));
}

struct value eval_value(struct symex *x, struct state *st, const struct expr *e) {
	switch (e->kind) {
	case EXPR_CONST:
		if (is_integer(e->type) && e->bits.width <= 64 && type_width(x, e->type) <= 64)
			return value_constant(type_width(x, e->type), e->bits.lo);
		break;
	case EXPR_SYMBOL:
		if (e->symbol->storage == STORAGE_AUTO && !local_is_object(e->symbol))
			return register_value(x, st, e->symbol);
		/* fall through */
	case EXPR_DEREF:
	case EXPR_MEMBER:
	case EXPR_INDEX: {
		struct lvalue p = eval_lvalue(x, st, e);
		return value_read(x->ts, lvalue_read(x, st, &p));
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
