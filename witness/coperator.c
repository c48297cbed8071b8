#include "witness/coperator.h"

#include "goto/program/operators.h"

#include <string.h>

const struct type *coperator_int(struct cparser *p) {
	return type_c_int(p->types);
}

const struct expr *coperator_number(struct cparser *p, const struct type *type, uint64_t value) {
	return expr_u64(p->arena, type, value);
}

const struct type *coperator_promoted(struct cparser *p, const struct expr *e) {
	const struct type *type = type_unatomic(p->types, e->type), *basic = coperator_int(p);
	if (!type_is_integer(type))
		return type;
	uint32_t width = type->bits;
	if (e->kind == EXPR_MEMBER && e->field->bit_width != NOT_BITFIELD)
		width = e->field->bit_width;
	if (type->kind == TYPE_BOOL || width < basic->bits || (width == basic->bits && type->is_signed))
		return basic;
	return type_int(p->types, width == basic->bits ? width : type->bits, type->is_signed);
}

const struct type *coperator_common(struct cparser *p, const struct expr *a, const struct expr *b) {
	const struct type *x = coperator_promoted(p, a), *y = coperator_promoted(p, b);
	if (x->kind == TYPE_FLOAT || y->kind == TYPE_FLOAT) {
		if (x->kind != TYPE_FLOAT || (y->kind == TYPE_FLOAT && y->bits > x->bits))
			return y;
		return x;
	}
	if (x->bits != y->bits)
		return x->bits > y->bits ? x : y;
	return x->is_signed ? y : x;
}

const struct expr *coperator_convert(struct cparser *p, const struct type *type,
                                     const struct expr *e) {
	return expr_cast(p->arena, type, e);
}

const struct expr *coperator_value(struct cparser *p, const struct expr *e) {
	if (!e)
		return NULL;
	if (e->type->kind == TYPE_ARRAY || e->type->kind == TYPE_FUNC)
		return expr_decay(p->arena, p->types, e);
	return e;
}

const struct expr *coperator_scalar(struct cparser *p, const struct expr *e) {
	e = coperator_value(p, e);
	if (e && !type_is_scalar(e->type))
		return cparser_fail(p, "a struct or union where a number or pointer is needed");
	return e;
}

/* An expression counts as false where C does not define its value: it holds only if 'condition'
 * does.  Operands that && || ?: do not evaluate make no difference. */
static void need(struct cparser *p, const struct expr *condition) {
	if (condition)
		p->defined = p->defined
		                 ? expr_binary(p->arena, EXPR_LAND, coperator_int(p), p->defined, condition)
		                 : condition;
}

/* NULL: always. */
static const struct expr *readable(struct cparser *p, const struct expr *pointer) {
	const struct expr *arg[2] = {pointer};
	arg[1] = coperator_number(p, type_size(p->types), pointer->type->elem->size);
	if (pointer->kind == EXPR_ADDR)
		return NULL;
	return expr_builtin(p->arena, BUILTIN_READABLE, coperator_int(p), 2, arg);
}

const struct expr *coperator_deref(struct cparser *p, const struct expr *e) {
	e = coperator_scalar(p, e);
	if (!e)
		return NULL;
	if (e->type->kind != TYPE_POINTER || e->type->elem->kind == TYPE_VOID ||
	    (type_is_record(e->type->elem) && !e->type->elem->record->complete))
		return cparser_fail(p, "dereference of something that is not a pointer to an object");
	if (e->type->elem->size)
		need(p, readable(p, e));
	return expr_deref(p->arena, e);
}

const struct expr *coperator_member(struct cparser *p, const struct expr *record,
                                    const char *field) {
	const struct type *t = record->type;
	for (uint32_t i = 0; i < t->record->n; i++) {
		const struct field *f = &t->record->field[i];
		if (f->name && !strcmp(f->name, field))
			return expr_member(p->arena, record, f);
		if (f->name || !type_is_record(f->type))
			continue;
		const struct expr *inner = coperator_member(p, expr_member(p->arena, record, f), field);
		if (inner)
			return inner;
	}
	return NULL;
}

/* Of a constant that is not negative. */
static bool constant_value(const struct expr *e, uint64_t *value) {
	if (e->kind != EXPR_CONST || !type_is_integer(e->type))
		return false;
	*value = e->bits.lo;
	return bits_fits_u64(e->bits);
}

static void need_below(struct cparser *p, const struct expr *e, uint64_t limit) {
	const struct type *type = type_int(p->types, 64, false);
	need(p, expr_binary(p->arena, EXPR_LT, coperator_int(p), coperator_convert(p, type, e),
	                    coperator_number(p, type, limit)));
}

void coperator_need_only_if(struct cparser *p, const struct expr *outer,
                            const struct expr *condition, bool when) {
	const struct expr *inner = p->defined;
	p->defined = outer;
	condition = coperator_scalar(p, condition);
	if (!inner || !condition)
		return;
	if (when)
		condition = expr_unary(p->arena, EXPR_LNOT, coperator_int(p), condition);
	need(p, expr_binary(p->arena, EXPR_LOR, coperator_int(p), condition, inner));
}

static const struct expr *add(struct cparser *p, const struct expr *a, const struct expr *b,
                              bool minus) {
	a = coperator_scalar(p, a);
	b = coperator_scalar(p, b);
	if (!a || !b)
		return NULL;
	bool left = a->type->kind == TYPE_POINTER, right = b->type->kind == TYPE_POINTER;
	const struct type *ptrdiff = type_ptrdiff(p->types);
	if (left && right && minus)
		return expr_binary(p->arena, EXPR_PTRDIFF, ptrdiff, a, coperator_convert(p, a->type, b));
	if (right && !left && !minus)
		return add(p, b, a, false);
	if (left && type_is_integer(b->type)) {
		const struct expr *ix = coperator_convert(p, ptrdiff, b);
		if (minus)
			ix = expr_unary(p->arena, EXPR_NEG, ptrdiff, ix);
		return expr_binary(p->arena, EXPR_PTRADD, type_unatomic(p->types, a->type),
		                   coperator_convert(p, type_unatomic(p->types, a->type), a), ix);
	}
	if (left || right)
		return cparser_fail(p, "an operator with an operand that it does not take");
	const struct type *type = coperator_common(p, a, b);
	return expr_binary(p->arena, minus ? EXPR_SUB : EXPR_ADD, type, coperator_convert(p, type, a),
	                   coperator_convert(p, type, b));
}

const struct expr *coperator_element(struct cparser *p, const struct expr *e,
                                     const struct expr *ix) {
	ix = coperator_scalar(p, ix);
	if (!e || !ix)
		return NULL;
	if (e->type->kind == TYPE_ARRAY && expr_is_lvalue(e) && type_is_integer(ix->type)) {
		uint64_t n;
		if (e->type->n && (!constant_value(ix, &n) || n >= e->type->n))
			need_below(p, ix, e->type->n);
		return expr_index(p->arena, e, ix);
	}
	return coperator_deref(p, add(p, e, ix, false));
}

const struct expr *coperator_not(struct cparser *p, const struct expr *e) {
	e = coperator_scalar(p, e);
	return e ? expr_unary(p->arena, EXPR_LNOT, coperator_int(p), e) : NULL;
}

/* Divisors that are 0 and shifts by too much have no value. */
static void need_operand(struct cparser *p, enum expr_kind kind, const struct type *left,
                         const struct expr *right) {
	bool divides = kind == EXPR_DIV || kind == EXPR_REM;
	bool shifts = kind == EXPR_SHL || kind == EXPR_SHR;
	uint64_t n;
	if (constant_value(right, &n) && (divides ? n != 0 : n < left->bits))
		return;
	if (divides)
		need(p, expr_unary(p->arena, EXPR_LNOT, coperator_int(p),
		                   expr_unary(p->arena, EXPR_LNOT, coperator_int(p), right)));
	if (shifts)
		need_below(p, right, left->bits);
}

static const struct expr *arithmetic(struct cparser *p, enum expr_kind kind, const struct expr *a,
                                     const struct expr *b) {
	a = coperator_scalar(p, a);
	b = coperator_scalar(p, b);
	if (!a || !b)
		return NULL;
	bool integers = type_is_integer(a->type) && type_is_integer(b->type);
	bool floats = type_is_arithmetic(a->type) && type_is_arithmetic(b->type);
	if (!integers && !(floats && (kind == EXPR_MUL || kind == EXPR_DIV)))
		return cparser_fail(p, "an operator with an operand that it does not take");
	if (integers)
		need_operand(p, kind, coperator_promoted(p, a), b);
	if (kind == EXPR_SHL || kind == EXPR_SHR) {
		const struct type *type = coperator_promoted(p, a);
		return expr_binary(p->arena, kind, type, coperator_convert(p, type, a),
		                   coperator_convert(p, coperator_promoted(p, b), b));
	}
	const struct type *type = coperator_common(p, a, b);
	return expr_binary(p->arena, kind, type, coperator_convert(p, type, a),
	                   coperator_convert(p, type, b));
}

static const struct expr *compare(struct cparser *p, enum expr_kind kind, const struct expr *a,
                                  const struct expr *b) {
	a = coperator_scalar(p, a);
	b = coperator_scalar(p, b);
	if (!a || !b)
		return NULL;
	bool left = a->type->kind == TYPE_POINTER, right = b->type->kind == TYPE_POINTER;
	const struct type *type;
	if (left || right) {
		type = type_unatomic(p->types, left ? a->type : b->type);
		const struct type *other = left ? b->type : a->type;
		if (other->kind == TYPE_FLOAT)
			return cparser_fail(p, "a pointer is compared with a floating-point number");
	} else {
		type = coperator_common(p, a, b);
	}
	return expr_binary(p->arena, kind, coperator_int(p), coperator_convert(p, type, a),
	                   coperator_convert(p, type, b));
}

const struct expr *coperator_logic(struct cparser *p, enum expr_kind kind, const struct expr *a,
                                   const struct expr *b) {
	a = coperator_scalar(p, a);
	b = coperator_scalar(p, b);
	return a && b ? expr_binary(p->arena, kind, coperator_int(p), a, b) : NULL;
}

const struct expr *coperator_binary(struct cparser *p, enum expr_kind kind, const struct expr *a,
                                    const struct expr *b) {
	if (kind == EXPR_LOR || kind == EXPR_LAND)
		return coperator_logic(p, kind, a, b);
	if (operator_compares(kind))
		return compare(p, kind, a, b);
	if (kind == EXPR_ADD || kind == EXPR_SUB)
		return add(p, a, b, kind == EXPR_SUB);
	return arithmetic(p, kind, a, b);
}
