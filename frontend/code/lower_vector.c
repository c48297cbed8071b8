/* Vectors, lane by lane.  Their arithmetic wraps, as clang compiles it; what else is undefined for
 * a lane (division by zero, shifts by too much) is checked as for a scalar. */
#include "frontend/code/lower_vector.h"

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/units/layout.h"

#include "goto/program/operators.h"

static const struct type *lanes_type(const struct type *vector) {
	return vector->record->field[0].type; /* an array */
}

const struct expr *lw_vector_lane(struct lw *lw, const struct expr *vector, const struct expr *ix) {
	const struct expr *lanes = expr_member(lw->arena, vector, &vector->type->record->field[0]);
	return expr_index(lw->arena, lanes, ix);
}

/* Nobody else writes to a local variable whose address is not taken. */
static const struct expr *settled(struct lw *lw, const struct expr *e) {
	bool is_local = e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_AUTO &&
	                (e->symbol->is_temp || !e->symbol->address_taken);
	return is_local ? e : lw_pin_value(lw, e);
}

struct lw_lanes lw_lanes(struct lw *lw, const struct expr *vector) {
	const struct type *array = lanes_type(vector->type);
	struct lw_lanes l = {.elem = array->elem, .n = array->n > LW_LANES ? 0 : (uint32_t)array->n};
	bool is_spread = vector == lw->spread.vector;
	vector = settled(lw, vector);
	for (uint32_t i = 0; i < l.n; i++)
		l.at[i] = is_spread ? lw->spread.scalar : lw_vector_lane(lw, vector, lw_size(lw, i));
	return l;
}

const struct expr *lw_vector(struct lw *lw, const struct type *type, const struct lw_lanes *l) {
	const struct type *array = lanes_type(type);
	if (array->n > LW_LANES)
		return lw_unsupported(lw, type, "a vector of so many lanes");
	const struct expr *t = lw_temp(lw, type), *none = expr_u64(lw->arena, array->elem, 0);
	bool wraps = lw->wraps;
	lw->wraps = true;
	for (uint32_t i = 0; i < array->n; i++)
		lw_assign(lw, lw_vector_lane(lw, t, lw_size(lw, i)),
		          i < l->n ? lw_convert(lw, array->elem, l->at[i]) : none);
	lw->wraps = wraps;
	return t;
}

/* --- The same bits as something else. --- */

static const struct type *unsigned_of(struct lw *lw, const struct type *elem) {
	return type_int(lw->types, (uint32_t)elem->size * 8, false);
}

static uint32_t lane_bits(const struct type *elem) {
	return (uint32_t)elem->size * 8;
}

/* What lies in memory at 'object', seen as another type of that size. */
static const struct expr *seen_as(struct lw *lw, const struct type *type,
                                  const struct expr *object) {
	const struct type *pointer = type_pointer(lw->types, type);
	return lw_deref(lw, lw_convert(lw, pointer, lw_addr(lw, object)));
}

/* The lanes as unsigned integers of their size. */
static struct lw_lanes patterns(struct lw *lw, const struct expr *e) {
	if (type_is_scalar(e->type)) {
		struct lw_lanes one = {.elem = unsigned_of(lw, e->type), .n = 1};
		bool is_float = e->type->kind == TYPE_FLOAT;
		one.at[0] = is_float ? seen_as(lw, one.elem, lw_save(lw, e)) : lw_convert(lw, one.elem, e);
		return one;
	}
	const struct type *array = lanes_type(e->type), *elem = unsigned_of(lw, array->elem);
	if (array->elem->kind == TYPE_FLOAT) {
		const struct expr *t = e->kind == EXPR_SYMBOL && e->symbol->is_temp ? e : lw_save(lw, e);
		return lw_lanes(lw, seen_as(lw, fe_vector(lw->fe, elem, array->n), t));
	}
	struct lw_lanes l = lw_lanes(lw, e);
	l.elem = elem;
	for (uint32_t i = 0; i < l.n; i++)
		l.at[i] = lw_convert(lw, elem, l.at[i]);
	return l;
}

static const struct expr *constant(struct lw *lw, const struct type *type, uint64_t value) {
	return expr_u64(lw->arena, type, value);
}

/* The part of a wide lane; parts are counted from its least significant one. */
static const struct expr *piece(struct lw *lw, const struct type *type, const struct expr *wide,
                                uint32_t shift) {
	if (shift)
		wide = expr_binary(lw->arena, EXPR_SHR, wide->type, wide, constant(lw, wide->type, shift));
	return lw_convert(lw, type, wide);
}

static const struct expr *joined(struct lw *lw, const struct type *type, const struct expr **part,
                                 uint32_t n) {
	const struct expr *whole = NULL;
	bool big = lw->fe->prog->target.big_endian;
	for (uint32_t k = 0; k < n; k++) {
		const struct expr *e = lw_convert(lw, type, part[big ? n - 1 - k : k]);
		if (k)
			e = expr_binary(lw->arena, EXPR_SHL, type, e,
			                constant(lw, type, k * part[0]->type->bits));
		whole = whole ? expr_binary(lw->arena, EXPR_BITOR, type, whole, e) : e;
	}
	return whole;
}

static struct lw_lanes regrouped(struct lw *lw, const struct lw_lanes *from,
                                 const struct type *elem) {
	uint32_t have = lane_bits(from->elem), want = lane_bits(elem);
	struct lw_lanes to = {.elem = elem};
	bool big = lw->fe->prog->target.big_endian;
	if (want == have)
		return *from;
	if (want > have) {
		uint32_t n = want / have;
		for (uint32_t i = 0; i + n <= from->n; i += n)
			to.at[to.n++] = joined(lw, elem, (const struct expr **)from->at + i, n);
		return to;
	}
	uint32_t n = have / want;
	for (uint32_t i = 0; i < from->n; i++)
		for (uint32_t k = 0; k < n && to.n < LW_LANES; k++)
			to.at[to.n++] = piece(lw, elem, from->at[i], want * (big ? n - 1 - k : k));
	return to;
}

struct lw_lanes lw_lanes_as(struct lw *lw, const struct expr *e, const struct type *elem) {
	if (type_is_vector(e->type) && lanes_type(e->type)->elem == elem)
		return lw_lanes(lw, e);
	struct lw_lanes from = patterns(lw, e);
	struct lw_lanes to = regrouped(lw, &from, unsigned_of(lw, elem));
	if (elem->kind == TYPE_FLOAT) {
		const struct expr *t = lw_vector(lw, fe_vector(lw->fe, to.elem, to.n), &to);
		return lw_lanes(lw, seen_as(lw, fe_vector(lw->fe, elem, to.n), t));
	}
	to.elem = elem;
	for (uint32_t i = 0; i < to.n; i++)
		to.at[i] = lw_convert(lw, elem, to.at[i]);
	return to;
}

const struct expr *lw_bitcast(struct lw *lw, const struct type *type, const struct expr *e) {
	if (e->type == type)
		return e;
	bool fits = (type_is_vector(type) || type_is_scalar(type)) &&
	            (type_is_vector(e->type) || type_is_scalar(e->type)) && type->size == e->type->size;
	if (!fits)
		return lw_unsupported(lw, type, "this conversion of a vector");
	if (type->kind == TYPE_POINTER || type->kind == TYPE_BOOL) /* by way of an integer */
		return lw_convert(lw, type, lw_bitcast(lw, unsigned_of(lw, type), e));
	if (type_is_scalar(type)) {
		struct lw_lanes l = lw_lanes_as(lw, e, type);
		return l.n == 1 ? l.at[0] : lw_unsupported(lw, type, "this conversion of a vector");
	}
	struct lw_lanes l = lw_lanes_as(lw, e, lanes_type(type)->elem);
	return lw_vector(lw, type, &l);
}

const struct expr *lw_convert_vector(struct lw *lw, const struct type *type, const struct expr *e) {
	if (type_is_record(type) && type_is_record(e->type) && type->record == e->type->record)
		return e;
	if (!type_is_vector(type) || !type_is_arithmetic(e->type))
		return lw_bitcast(lw, type, e);
	struct lw_lanes all = {.elem = lanes_type(type)->elem,
	                       .n = lanes_type(type)->n > LW_LANES ? 0 : (uint32_t)lanes_type(type)->n};
	const struct expr *value = lw_pin_value(lw, lw_convert(lw, all.elem, e));
	for (uint32_t i = 0; i < all.n; i++)
		all.at[i] = value;
	lw->spread.vector = lw_vector(lw, type, &all);
	lw->spread.scalar = value;
	return lw->spread.vector;
}

/* --- Operators. --- */

/* -1 where it holds, otherwise 0. */
static const struct expr *mask(struct lw *lw, const struct type *elem, const struct expr *holds) {
	const struct expr *ones = expr_const(lw->arena, elem, bits_ones(lw->arena, elem->bits));
	return expr_cond(lw->arena, holds, ones, constant(lw, elem, 0));
}

const struct expr *lw_vector_binary(struct lw *lw, const struct type *type, enum expr_kind kind,
                                    const struct expr *a, const struct expr *b) {
	bool is_comparison = operator_compares(kind);
	const struct type *of = type_is_vector(a->type) ? a->type : b->type;
	if (!type_is_vector(type) || lanes_type(type)->n != lanes_type(of)->n)
		return NULL;
	bool is_shift = kind == EXPR_SHL || kind == EXPR_SHR;
	struct lw_lanes x = lw_lanes(lw, lw_convert(lw, of, a));
	struct lw_lanes y =
	    lw_lanes(lw, is_shift && type_is_vector(b->type) ? b : lw_convert(lw, of, b));
	if (x.n != y.n)
		return NULL;
	const struct type *elem = lanes_type(type)->elem;
	for (uint32_t i = 0; i < x.n; i++) {
		x.at[i] = lw_arith(lw, kind, x.at[i], y.at[i]);
		if (is_comparison)
			x.at[i] = mask(lw, elem, x.at[i]);
	}
	x.elem = elem;
	return lw_vector(lw, type, &x);
}

const struct expr *lw_vector_unary(struct lw *lw, const struct type *type,
                                   enum CXUnaryOperatorKind op, const struct expr *e) {
	struct lw_lanes x = lw_lanes(lw, e);
	const struct type *c_int = type_c_int(lw->types);
	if (op == CXUnaryOperator_Plus)
		return e;
	if (!type_is_vector(type) || lanes_type(type)->n != x.n)
		return NULL;
	for (uint32_t i = 0; i < x.n; i++)
		switch (op) {
		case CXUnaryOperator_Minus:
			x.at[i] = expr_unary(lw->arena, EXPR_NEG, x.elem, x.at[i]);
			break;
		case CXUnaryOperator_Not:
			x.at[i] = expr_unary(lw->arena, EXPR_BITNOT, x.elem, x.at[i]);
			break;
		case CXUnaryOperator_LNot:
			x.at[i] =
			    mask(lw, lanes_type(type)->elem,
			         expr_binary(lw->arena, EXPR_EQ, c_int, x.at[i], constant(lw, x.elem, 0)));
			break;
		default: return NULL;
		}
	return lw_vector(lw, type, &x);
}
