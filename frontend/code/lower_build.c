#include "frontend/code/lower_build.h"

#include "goto/program/operators.h"

const struct expr *lw_int(struct lw *lw, int64_t value) {
	const struct type *t = type_c_int(lw->types);
	return expr_const(lw->arena, t, bits_i64(lw->arena, t->bits, value));
}

const struct expr *lw_size(struct lw *lw, uint64_t value) {
	return expr_u64(lw->arena, type_size(lw->types), value);
}

const struct type *lw_ptrdiff(struct lw *lw) {
	return type_int(lw->types, lw->fe->prog->target.pointer_bits, true);
}

const struct expr *lw_decay(struct lw *lw, const struct expr *e) {
	if (e && (e->type->kind == TYPE_ARRAY || e->type->kind == TYPE_FUNC))
		return expr_decay(lw->arena, lw->types, e);
	return e;
}

const struct expr *lw_addr(struct lw *lw, const struct expr *lvalue) {
	return expr_addr(lw->arena, lw->types, lvalue);
}

/* &a[0] of a real array: the array. */
static const struct expr *decayed_array(const struct expr *pointer) {
	if (pointer->kind != EXPR_ADDR || pointer->arg[0]->kind != EXPR_INDEX)
		return NULL;
	const struct expr *element = pointer->arg[0];
	return expr_is_false(element->arg[1]) ? element->arg[0] : NULL;
}

const struct expr *lw_deref(struct lw *lw, const struct expr *pointer) {
	if (pointer->kind == EXPR_PTRADD) {
		const struct expr *array = decayed_array(pointer->arg[0]);
		if (array)
			return expr_index(lw->arena, array, pointer->arg[1]);
	}
	return expr_deref(lw->arena, pointer);
}

const struct expr *lw_element(struct lw *lw, const struct expr *pointer, const struct expr *ix) {
	const struct expr *array = decayed_array(pointer);
	if (array)
		return expr_index(lw->arena, array, ix);
	if (expr_is_false(ix))
		return lw_deref(lw, pointer);
	return lw_deref(lw, expr_binary(lw->arena, EXPR_PTRADD, pointer->type, pointer, ix));
}

const struct expr *lw_not(struct lw *lw, const struct expr *e) {
	const struct type *c_int = type_c_int(lw->types);
	if (e->kind == EXPR_LNOT)
		return e->arg[0];
	bool is_equality = e->kind == EXPR_EQ || e->kind == EXPR_NE;
	if (operator_compares(e->kind) && (is_equality || e->arg[0]->type->kind != TYPE_FLOAT))
		return expr_binary(lw->arena, operator_opposite(e->kind), c_int, e->arg[0], e->arg[1]);
	return expr_unary(lw->arena, EXPR_LNOT, c_int, e);
}
