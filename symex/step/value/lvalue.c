/* Lvalues: where they are, and accesses to them. */
#include "symex/step/thread/thread.h"
#include "symex/step/value/eval.h"
#include "util/text/diag.h"

static uint32_t local_key(const struct state *st, const struct symbol *s) {
	return st->frame->base + s->slot;
}

/* The bytes that a pointer points to. */
static void point_to(struct symex *x, struct lvalue *p, term pointer) {
	term offset;
	p->pointer = pointer;
	p->is_known =
	    ptr_known(x, pointer, &p->object, &offset) && term_is_small(x->ts, offset, &p->offset) &&
	    (p->object || !p->offset || !x->address.exposed.n); /* an address may get into an object */
}

void lvalue_of_symbol(struct symex *x, struct state *st, struct symbol *s, struct lvalue *p) {
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
	term by = eval_to_address(x, value_term(x->ts, &n), e->type);
	term size =
	    elem->kind == TYPE_FUNC ? term_u64(x->ts, x->address_bits, 1) : eval_sizeof(x, st, elem);
	p->pointer = ptr_add(x, lvalue_pointer(x, p), term_mul(x->ts, by, size));
	p->is_known = false;
}

static void find_lvalue(struct symex *, struct state *, const struct expr *, struct lvalue *);

void eval_pointed(struct symex *x, struct state *st, const struct expr *e, struct lvalue *p) {
	if (e->kind == EXPR_ADDR) {
		find_lvalue(x, st, e->arg[0], p);
	} else if (e->kind == EXPR_PTRADD) {
		eval_pointed(x, st, e->arg[0], p);
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
		lvalue_of_symbol(x, st, e->symbol, p);
		p->order = e->order;
		p->failure_order = e->failure_order;
		return;
	case EXPR_DEREF:
		eval_pointed(x, st, e->arg[0], p);
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
	p->failure_order = e->failure_order;
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

static struct value read_memory(struct symex *x, struct state *st, const struct lvalue *p) {
	struct value v;
	if (p->bit_width)
		return value_read(x->ts, read_bits(x, st, p));
	if (!type_is_scalar(p->type))
		BUG("reading an aggregate as a scalar");
	struct scalar a = scalar_of(p->type);
	x->current.order = p->order;
	x->current.failure_order = p->failure_order;
	if (!p->is_known || !memory_read_known(x, st, p->object, p->offset, a, &v))
		v = value_read(x->ts, memory_read(x, st, lvalue_pointer(x, p), a));
	x->current.order = x->current.failure_order = MEM_PLAIN;
	return v;
}

struct value lvalue_load(struct symex *x, struct state *st, const struct lvalue *p) {
	if (!p->is_register)
		return read_memory(x, st, p);
	uint64_t reg = pmap_get(&st->reg, p->key);
	if (reg_kind(reg) == REG_CONST)
		return value_constant(reg_width(reg), reg_payload(reg));
	return value_read(x->ts, reg ? reg_term(x, reg) : term_u64(x->ts, type_width(x, p->type), 0));
}

term lvalue_read(struct symex *x, struct state *st, const struct lvalue *p) {
	struct value v = lvalue_load(x, st, p);
	return value_term(x->ts, &v);
}

void lvalue_assign(struct symex *x, struct state *st, const struct lvalue *p,
                   const struct value *v) {
	if (p->is_register) {
		bool fits = v->width && v->width <= 32;
		pmap_set(&x->pool, &st->reg, p->key,
		         fits ? reg_constant(v->width, (uint32_t)v->bits)
		              : reg_make(REG_TERM, value_term(x->ts, v).ix));
		return;
	}
	if (p->bit_width) {
		write_bits(x, st, p, value_term(x->ts, v));
		return;
	}
	struct scalar a = scalar_of(p->type);
	x->current.order = p->order;
	x->current.failure_order = p->failure_order;
	if (!p->is_known || !memory_write_known(x, st, p->object, p->offset, a, v))
		memory_write(x, st, lvalue_pointer(x, p), a, value_term(x->ts, v));
	x->current.order = x->current.failure_order = MEM_PLAIN;
}

void lvalue_write(struct symex *x, struct state *st, const struct lvalue *p, term value) {
	struct value v = value_read(x->ts, value);
	lvalue_assign(x, st, p, &v);
}
