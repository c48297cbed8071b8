/* Values: conversions and arithmetic; what must be saved so that it is still the same later. */
#include "frontend/code/lower_value.h"

#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_complex.h"
#include "frontend/code/lower_vector.h"
#include "goto/program/operators.h"

const struct expr *lw_sizeof(struct lw *lw, const struct type *type) {
	if (type->kind == TYPE_VOID || type->kind == TYPE_FUNC)
		return lw_size(lw, 1);
	if (type->kind != TYPE_ARRAY || !type_has_vla(type))
		return lw_size(lw, type->size);
	const struct type *size = type_size(lw->types);
	const struct expr *n = type->vla ? lw_convert(lw, size, type->vla) : lw_size(lw, type->n);
	return expr_binary(lw->arena, EXPR_MUL, size, n, lw_sizeof(lw, type->elem));
}

const struct expr *lw_convert(struct lw *lw, const struct type *type, const struct expr *e) {
	if (!e)
		return lw_dummy(lw, type);
	if (e->type == type)
		return e;
	if (type->kind == TYPE_VOID)
		return NULL;
	e = lw_decay(lw, e);
	if (type_is_vector(type) || type_is_vector(e->type))
		return lw_convert_vector(lw, type, e);
	if (type_is_complex(type) || type_is_complex(e->type))
		return lw_convert_complex(lw, type, e);
	if (type_is_scalar(type) && type_is_scalar(e->type))
		return expr_cast(lw->arena, type, e);
	if (type_is_record(type) && type_is_record(e->type))
		return e;
	return lw_dummy(lw, type); /* only after an UNSUPPORTED */
}

/* Could evaluating it be an error, or race with another thread? */
static bool matters(const struct expr *e) {
	switch (e->kind) {
	case EXPR_CONST: return false;
	case EXPR_SYMBOL: /* '(void)argument' only says that it is not used */
		return !e->symbol->is_constant && !e->symbol->is_temp && !e->symbol->is_param;
	case EXPR_DEREF:
	case EXPR_INDEX:
	case EXPR_NEG:
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_DIV:
	case EXPR_REM:
	case EXPR_SHL:
	case EXPR_SHR: return true;
	default: break;
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		if (matters(e->arg[i]))
			return true;
	return false;
}

void lw_evaluate(struct lw *lw, const struct expr *e) {
	if (e && type_is_scalar(e->type) && matters(e))
		lw_save(lw, e);
}

const struct expr *lw_arith(struct lw *lw, enum expr_kind kind, const struct expr *a,
                            const struct expr *b) {
	const struct type *type = type_unatomic(lw->types, a->type);
	a = lw_convert(lw, type, a);
	if (kind != EXPR_SHL && kind != EXPR_SHR)
		b = lw_convert(lw, type, b);
	return expr_binary(lw->arena, kind, operator_compares(kind) ? type_c_int(lw->types) : type, a,
	                   b);
}

static const struct expr *negated(struct lw *lw, const struct expr *ix) {
	const struct type *type = lw_ptrdiff(lw);
	ix = lw_convert(lw, type, ix);
	if (ix->kind == EXPR_CONST)
		return expr_const(lw->arena, type, bits_neg(lw->arena, ix->bits));
	return expr_unary(lw->arena, EXPR_NEG, type, ix);
}

const struct expr *lw_pointer_add(struct lw *lw, const struct expr *p, const struct expr *ix,
                                  bool minus) {
	if (minus)
		ix = negated(lw, ix);
	p = lw_convert(lw, type_unatomic(lw->types, p->type), p);
	return expr_binary(lw->arena, EXPR_PTRADD, p->type, p, ix);
}

void lw_assign(struct lw *lw, const struct expr *lhs, const struct expr *rhs) {
	bool hidden = lhs->kind == EXPR_SYMBOL && lhs->symbol->is_temp;
	if (!type_is_scalar(lhs->type) && !type_is_record(lhs->type)) {
		lw_unsupported(lw, NULL, "an assignment of this type");
		return;
	}
	if (rhs->kind != EXPR_NONDET)
		rhs = lw_convert(lw, lhs->type, rhs);
	lw_emit(lw, (struct ins){.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs, .hidden = hidden});
}

const struct expr *lw_save(struct lw *lw, const struct expr *value) {
	const struct expr *t = lw_temp(lw, value->type);
	lw_assign(lw, t, value);
	return t;
}

/* --- What may change. --- */

/* Only its own name reaches this variable. */
static bool is_private(const struct symbol *s) {
	return s->storage == STORAGE_AUTO && !s->address_taken && type_is_scalar(s->type);
}

static const struct symbol *root(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	return lvalue->kind == EXPR_SYMBOL ? lvalue->symbol : NULL;
}

/* May the code from 'mark' on change the variable (NULL: what some pointer points to)? */
static bool code_changes(const struct lw *lw, size_t mark, const struct symbol *s) {
	bool is_private_read = s && is_private(s);
	for (size_t i = mark; i < lw->code.n; i++) {
		const struct ins *ins = &lw->code.at[i].ins;
		if (lw->code.at[i].is_label)
			continue;
		if (ins->kind == INS_CALL && !is_private_read)
			return true;
		if (!ins->lhs)
			continue;
		const struct symbol *written = root(ins->lhs);
		if (written == s && s)
			return true;
		bool is_known = (written && is_private(written)) || (written && s);
		if (!is_known && !is_private_read)
			return true;
	}
	return false;
}

static bool value_changes(const struct lw *, size_t mark, const struct expr *);

static bool address_changes(const struct lw *lw, size_t mark, const struct expr *lvalue) {
	switch (lvalue->kind) {
	case EXPR_SYMBOL: return false;
	case EXPR_MEMBER: return address_changes(lw, mark, lvalue->arg[0]);
	case EXPR_INDEX:
		return address_changes(lw, mark, lvalue->arg[0]) || value_changes(lw, mark, lvalue->arg[1]);
	default: return value_changes(lw, mark, lvalue->arg[0]);
	}
}

static bool value_changes(const struct lw *lw, size_t mark, const struct expr *e) {
	if (e->kind == EXPR_ADDR)
		return address_changes(lw, mark, e->arg[0]);
	if (e->kind == EXPR_SYMBOL)
		return !e->symbol->is_temp && e->symbol->storage != STORAGE_FUNCTION &&
		       code_changes(lw, mark, e->symbol);
	if (e->kind == EXPR_DEREF && code_changes(lw, mark, NULL))
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (value_changes(lw, mark, e->arg[i]))
			return true;
	return false;
}

const struct expr *lw_keep(struct lw *lw, const struct expr *e, size_t mark) {
	if (!e || mark == lw->code.n || !value_changes(lw, mark, e))
		return e;
	size_t from = lw_mark(lw);
	const struct expr *t = lw_save(lw, e);
	lw_move(lw, mark, from);
	return t;
}

static bool is_fixed(const struct expr *);

static bool is_fixed_address(const struct expr *lvalue) {
	switch (lvalue->kind) {
	case EXPR_SYMBOL: return true;
	case EXPR_MEMBER: return is_fixed_address(lvalue->arg[0]);
	case EXPR_INDEX: return is_fixed_address(lvalue->arg[0]) && is_fixed(lvalue->arg[1]);
	default: return is_fixed(lvalue->arg[0]);
	}
}

/* Reads nothing that another thread, or the store we are about to make, may change. */
static bool is_fixed(const struct expr *e) {
	if (e->kind == EXPR_SYMBOL)
		return is_private(e->symbol) || e->symbol->is_temp ||
		       e->symbol->storage == STORAGE_FUNCTION;
	if (e->kind == EXPR_DEREF)
		return false;
	if (e->kind == EXPR_ADDR)
		return is_fixed_address(e->arg[0]);
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!is_fixed(e->arg[i]))
			return false;
	return true;
}

const struct expr *lw_pin_value(struct lw *lw, const struct expr *e) {
	return is_fixed(e) ? e : lw_save(lw, e);
}

const struct expr *lw_pin(struct lw *lw, const struct expr *e) {
	switch (e->kind) {
	case EXPR_MEMBER: return expr_member(lw->arena, lw_pin(lw, e->arg[0]), e->field);
	case EXPR_INDEX: {
		const struct expr *array = lw_pin(lw, e->arg[0]);
		return expr_index(lw->arena, array, lw_pin_value(lw, e->arg[1]));
	}
	case EXPR_DEREF: return expr_deref(lw->arena, lw_pin_value(lw, e->arg[0]));
	default: return e;
	}
}
