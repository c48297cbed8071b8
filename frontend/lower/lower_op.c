/* Operators and assignments.  The right side of an assignment is evaluated before the left one,
 * as compilers do; other operands from left to right. */
#include "frontend/lower/lower_expr.h"

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_complex.h"
#include "frontend/code/lower_value.h"
#include "frontend/code/lower_vector.h"
#include "frontend/units/layout.h"
#include "goto/program/operators.h"

static const struct type *promoted(struct lw *lw, const struct type *type, uint32_t bit_width) {
	const struct type *c_int = type_c_int(lw->types);
	type = type_unatomic(lw->types, type);
	if (!type_is_integer(type))
		return type;
	uint32_t width = bit_width != NOT_BITFIELD ? bit_width : type->bits;
	if (type->kind == TYPE_BOOL || width < c_int->bits || (width == c_int->bits && type->is_signed))
		return c_int;
	if (width == c_int->bits)
		return type_int(lw->types, width, false);
	return type;
}

static const struct expr *pointer_difference(struct lw *lw, const struct expr *a,
                                             const struct expr *b) {
	b = lw_convert(lw, a->type, b);
	return expr_binary(lw->arena, EXPR_PTRDIFF, lw_ptrdiff(lw), a, b);
}

static bool operator_kind(enum CXBinaryOperatorKind op, enum expr_kind *kind) {
	switch (op) {
	case CXBinaryOperator_Mul:
	case CXBinaryOperator_MulAssign: *kind = EXPR_MUL; return true;
	case CXBinaryOperator_Div:
	case CXBinaryOperator_DivAssign: *kind = EXPR_DIV; return true;
	case CXBinaryOperator_Rem:
	case CXBinaryOperator_RemAssign: *kind = EXPR_REM; return true;
	case CXBinaryOperator_Add:
	case CXBinaryOperator_AddAssign: *kind = EXPR_ADD; return true;
	case CXBinaryOperator_Sub:
	case CXBinaryOperator_SubAssign: *kind = EXPR_SUB; return true;
	case CXBinaryOperator_Shl:
	case CXBinaryOperator_ShlAssign: *kind = EXPR_SHL; return true;
	case CXBinaryOperator_Shr:
	case CXBinaryOperator_ShrAssign: *kind = EXPR_SHR; return true;
	case CXBinaryOperator_And:
	case CXBinaryOperator_AndAssign: *kind = EXPR_BITAND; return true;
	case CXBinaryOperator_Xor:
	case CXBinaryOperator_XorAssign: *kind = EXPR_BITXOR; return true;
	case CXBinaryOperator_Or:
	case CXBinaryOperator_OrAssign: *kind = EXPR_BITOR; return true;
	case CXBinaryOperator_LT: *kind = EXPR_LT; return true;
	case CXBinaryOperator_GT: *kind = EXPR_GT; return true;
	case CXBinaryOperator_LE: *kind = EXPR_LE; return true;
	case CXBinaryOperator_GE: *kind = EXPR_GE; return true;
	case CXBinaryOperator_EQ: *kind = EXPR_EQ; return true;
	case CXBinaryOperator_NE: *kind = EXPR_NE; return true;
	default: return false;
	}
}

/* a op b; NULL: these operands do not go together (only after an UNSUPPORTED). */
static const struct expr *combine(struct lw *lw, enum expr_kind kind, const struct expr *a,
                                  const struct expr *b) {
	if (!a || !b || !type_is_scalar(a->type) || !type_is_scalar(b->type))
		return NULL;
	bool left = a->type->kind == TYPE_POINTER, right = b->type->kind == TYPE_POINTER;
	if (kind == EXPR_SUB && left && right)
		return pointer_difference(lw, a, b);
	if ((kind == EXPR_ADD || kind == EXPR_SUB) && left && type_is_integer(b->type))
		return lw_pointer_add(lw, a, b, kind == EXPR_SUB);
	if (kind == EXPR_ADD && right && type_is_integer(a->type))
		return lw_pointer_add(lw, b, a, false);
	if ((left || right) && !operator_compares(kind))
		return NULL;
	if (right && !left) /* 0 == p without a conversion */
		a = lw_convert(lw, b->type, a);
	return lw_arith(lw, kind, a, b);
}

static bool is_composed(const struct type *t) {
	return type_is_vector(t) || type_is_complex(t);
}

/* The same for all types that have operators; 'type' is the result's. */
static const struct expr *combined(struct lw *lw, const struct type *type, enum expr_kind kind,
                                   const struct expr *a, const struct expr *b) {
	if (!a || !b)
		return NULL;
	if (type_is_vector(a->type) || type_is_vector(b->type))
		return lw_vector_binary(lw, type, kind, a, b);
	if (is_composed(a->type) || is_composed(b->type))
		return lw_complex_binary(lw, type, kind, a, b);
	return combine(lw, kind, a, b);
}

static bool is_bitfield(const struct expr *lvalue) {
	return lvalue->kind == EXPR_MEMBER && lvalue->field->bit_width != NOT_BITFIELD;
}

static bool is_local_name(const struct expr *lvalue) {
	return lvalue->kind == EXPR_SYMBOL && lvalue->symbol->storage == STORAGE_AUTO &&
	       !lvalue->symbol->address_taken;
}

/* Parentheses and conversions that change nothing. */
static CXCursor peel(struct lw *lw, CXCursor c) {
	for (;;) {
		c = lw_skip_parens(lw, c);
		if (clang_getCursorKind(c) != CXCursor_UnexposedExpr)
			return c;
		struct lw_kids kids = lw_kids(lw, c);
		if (kids.n != 1 || !lw_same_extent(c, kids.at[0]) ||
		    lw_rvalue_type(lw, c) != lw_rvalue_type(lw, kids.at[0]))
			return c;
		c = kids.at[0];
	}
}

void lw_assign_from(struct lw *lw, const struct expr *lhs, CXCursor c) {
	CXCursor call = peel(lw, c);
	const struct expr *value;
	if (clang_getCursorKind(call) == CXCursor_CallExpr && lhs->kind == EXPR_SYMBOL &&
	    lw_rvalue_type(lw, call) == lhs->type) {
		value = lw_call_expr(lw, call, true, lhs);
		if (value == lhs)
			return;
	} else {
		value = lw_value(lw, c);
	}
	if (value)
		lw_assign(lw, lhs, value);
}

/* lhs = value; the result is the value that the assignment has. */
static const struct expr *store(struct lw *lw, const struct expr *lhs, const struct expr *value,
                                bool want) {
	if (!value)
		value = lw_dummy(lw, lhs->type);
	if (!want || !type_is_scalar(lhs->type) || is_local_name(lhs)) {
		lw_assign(lw, lhs, value);
		return want ? lhs : NULL;
	}
	if (is_bitfield(lhs)) {
		lhs = lw_pin(lw, lhs);
		lw_assign(lw, lhs, value);
		return lhs;
	}
	const struct type *type = type_unatomic(lw->types, lhs->type);
	value = lw_pin_value(lw, lw_convert(lw, type, value));
	lw_assign(lw, lhs, value);
	return value;
}

static const struct expr *assignment(struct lw *lw, struct lw_kids kids, bool want) {
	CXCursor target = lw_skip_parens(lw, kids.at[0]);
	if (clang_getCursorKind(target) == CXCursor_DeclRefExpr && !want) {
		lw_assign_from(lw, lw_lvalue(lw, target), kids.at[1]);
		return NULL;
	}
	const struct expr *value = lw_value(lw, kids.at[1]);
	size_t mark = lw_mark(lw);
	const struct expr *lhs = lw_lvalue(lw, target);
	value = lw_keep(lw, value, mark);
	return store(lw, lhs, value, want);
}

const struct expr *lw_binary(struct lw *lw, CXCursor c, bool want) {
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
	struct lw_kids kids = lw_kids(lw, c);
	if (kids.n != 2)
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this binary operator");
	switch (op) {
	case CXBinaryOperator_Comma: lw_discard(lw, kids.at[0]); return lw_expr(lw, kids.at[1], want);
	case CXBinaryOperator_LAnd: return lw_logical(lw, c, true);
	case CXBinaryOperator_LOr: return lw_logical(lw, c, false);
	case CXBinaryOperator_Assign: return assignment(lw, kids, want);
	default: break;
	}
	const struct expr *a = lw_value(lw, kids.at[0]);
	size_t mark = lw_mark(lw);
	const struct expr *b = lw_value(lw, kids.at[1]);
	a = lw_keep(lw, a, mark);
	enum expr_kind kind;
	const struct expr *e =
	    operator_kind(op, &kind) ? combined(lw, lw_rvalue_type(lw, c), kind, a, b) : NULL;
	return e ? e : lw_unsupported(lw, lw_rvalue_type(lw, c), "this binary operator");
}

static void atomic(struct lw *lw, const struct expr *lvalue, enum ins_kind kind) {
	if (lvalue->type->is_atomic)
		lw_emit(lw, (struct ins){.kind = kind,
		                         .hidden = true,
		                         .operation = kind == INS_ATOMIC_BEGIN,
		                         .modifies = kind == INS_ATOMIC_BEGIN});
}

static uint32_t bit_width(const struct expr *lvalue) {
	return lvalue->kind == EXPR_MEMBER ? lvalue->field->bit_width : NOT_BITFIELD;
}

/* The wider of two complex types, or of a complex and a real one. */
static const struct type *common_complex(struct lw *lw, const struct type *a,
                                         const struct type *b) {
	const struct type *x = type_is_complex(a) ? a->record->field[0].type : a;
	const struct type *y = type_is_complex(b) ? b->record->field[0].type : b;
	bool second = y->kind == TYPE_FLOAT && (x->kind != TYPE_FLOAT || y->bits > x->bits);
	if (type_is_complex(second ? b : a))
		return second ? b : a;
	return fe_complex(lw->fe, second ? y : x);
}

/* op= of vectors and complex numbers, also of a scalar and a complex number. */
static const struct expr *composed_assign(struct lw *lw, CXCursor c, enum expr_kind kind,
                                          const struct expr *lhs, const struct expr *value,
                                          bool want) {
	const struct type *type = type_unatomic(lw->types, lhs->type);
	bool is_vector = type_is_vector(type);
	if (!is_vector && (type_is_vector(value->type) || type->kind == TYPE_POINTER))
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this assignment operator");
	value = lw_pin_value(lw, value);
	atomic(lw, lhs, INS_ATOMIC_BEGIN);
	const struct type *wide = is_vector ? type : common_complex(lw, type, value->type);
	const struct expr *old = lhs;
	if (type_is_complex(type) && wide != type)
		old = lw_convert(lw, wide, lhs);
	const struct expr *result = combined(lw, wide, kind, old, value);
	if (!result)
		result = lw_unsupported(lw, type, "this assignment operator");
	result = store(lw, lhs, lw_convert(lw, type, result), want);
	atomic(lw, lhs, INS_ATOMIC_END);
	return result;
}

const struct expr *lw_compound_assign(struct lw *lw, CXCursor c, bool want) {
	struct lw_kids kids = lw_kids(lw, c);
	enum expr_kind kind;
	if (kids.n != 2 || !operator_kind(clang_getCursorBinaryOperatorKind(c), &kind))
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this assignment operator");
	const struct expr *value = lw_value(lw, kids.at[1]);
	size_t mark = lw_mark(lw);
	const struct expr *lhs = lw_lvalue(lw, kids.at[0]);
	value = lw_keep(lw, value, mark);
	lhs = lw_pin(lw, lhs);
	if (value && (is_composed(value->type) || is_composed(lhs->type)))
		return composed_assign(lw, c, kind, lhs, value, want);
	if (!value || !type_is_scalar(value->type) || !type_is_scalar(lhs->type))
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this assignment operator");
	if (lhs->type->is_atomic)
		value = lw_pin_value(lw, value);
	atomic(lw, lhs, INS_ATOMIC_BEGIN);
	const struct expr *old = lhs;
	if (lhs->type->kind != TYPE_POINTER) {
		/* libclang converts the right operand to the type of the computation; of shifts, that is
		 * the promoted left one */
		bool shift = kind == EXPR_SHL || kind == EXPR_SHR;
		old = lw_convert(lw, shift ? promoted(lw, lhs->type, bit_width(lhs)) : value->type, lhs);
	}
	const struct expr *result = combine(lw, kind, old, value);
	if (result)
		result = store(lw, lhs, result, want);
	atomic(lw, lhs, INS_ATOMIC_END);
	return result || !want ? result : lw_dummy(lw, lhs->type);
}

/* GNU: ++ of a complex number counts its real part. */
static const struct expr *complex_step(struct lw *lw, const struct expr *lhs, bool minus, bool post,
                                       bool want) {
	const struct expr *old = post && want ? lw_save(lw, lhs) : NULL;
	const struct type *type = type_unatomic(lw->types, lhs->type);
	const struct expr *one = lw_convert(lw, type->record->field[0].type, lw_int(lw, 1));
	const struct expr *next =
	    lw_complex_binary(lw, type, minus ? EXPR_SUB : EXPR_ADD, lw_pin_value(lw, lhs), one);
	lw_assign(lw, lhs, next);
	return old ? old : lhs;
}

static const struct expr *step(struct lw *lw, CXCursor operand, bool minus, bool post, bool want) {
	const struct expr *lhs = lw_pin(lw, lw_lvalue(lw, operand));
	if (type_is_complex(lhs->type))
		return complex_step(lw, lhs, minus, post, want);
	if (!type_is_scalar(lhs->type))
		return lw_unsupported(lw, lhs->type, "++ or -- of this type");
	const struct type *type = type_unatomic(lw->types, lhs->type);
	atomic(lw, lhs, INS_ATOMIC_BEGIN);
	const struct expr *old = lhs;
	if (post && want)
		old = lw_save(lw, lw_convert(lw, type, lhs));
	const struct expr *next;
	if (type->kind == TYPE_POINTER) {
		next = lw_pointer_add(lw, old, lw_int(lw, 1), minus);
	} else {
		const struct type *wide = promoted(lw, type, bit_width(lhs));
		const struct expr *one = lw_convert(lw, wide, lw_int(lw, 1));
		next = lw_arith(lw, minus ? EXPR_SUB : EXPR_ADD, lw_convert(lw, wide, old), one);
	}
	const struct expr *result = store(lw, lhs, next, want && !post);
	atomic(lw, lhs, INS_ATOMIC_END);
	return post && want ? old : result;
}

static const struct expr *dereference(struct lw *lw, CXCursor c, CXCursor operand) {
	const struct expr *p = lw_value(lw, operand);
	if (!p || p->type->kind != TYPE_POINTER)
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this dereference");
	if (p->type->elem->kind == TYPE_VOID) {
		lw_evaluate(lw, p);
		return NULL;
	}
	return lw_deref(lw, p);
}

static const struct expr *arithmetic(struct lw *lw, CXCursor c, CXCursor operand,
                                     enum CXUnaryOperatorKind op) {
	const struct expr *e = lw_value(lw, operand), *composed = NULL;
	if (e && type_is_vector(e->type))
		composed = lw_vector_unary(lw, lw_rvalue_type(lw, c), op, e);
	else if (e &&
	         (type_is_complex(e->type) || op == CXUnaryOperator_Real || op == CXUnaryOperator_Imag))
		composed = lw_complex_unary(lw, op, e);
	if (composed)
		return composed;
	if (!e || !type_is_scalar(e->type))
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this unary operator");
	const struct type *type = type_unatomic(lw->types, e->type);
	e = lw_convert(lw, type, e);
	switch (op) {
	case CXUnaryOperator_Plus: return e;
	case CXUnaryOperator_Minus: return expr_unary(lw->arena, EXPR_NEG, type, e);
	case CXUnaryOperator_Not: return expr_unary(lw->arena, EXPR_BITNOT, type, e);
	case CXUnaryOperator_LNot: return expr_unary(lw->arena, EXPR_LNOT, type_c_int(lw->types), e);
	default: return lw_unsupported(lw, lw_rvalue_type(lw, c), "this unary operator");
	}
}

static const struct expr *address(struct lw *lw, CXCursor operand) {
	bool outer = lw->in_address;
	lw->in_address = true;
	const struct expr *lvalue = lw_lvalue(lw, operand);
	lw->in_address = outer;
	return lw_addr(lw, lvalue);
}

const struct expr *lw_unary(struct lw *lw, CXCursor c, bool want) {
	CXCursor operand = lw_last_kid(lw, c);
	enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
	switch (op) {
	case CXUnaryOperator_Extension: return lw_expr(lw, operand, want);
	case CXUnaryOperator_PostInc: return step(lw, operand, false, true, want);
	case CXUnaryOperator_PostDec: return step(lw, operand, true, true, want);
	case CXUnaryOperator_PreInc: return step(lw, operand, false, false, want);
	case CXUnaryOperator_PreDec: return step(lw, operand, true, false, want);
	case CXUnaryOperator_AddrOf: return address(lw, operand);
	case CXUnaryOperator_Deref: return dereference(lw, c, operand);
	default: return arithmetic(lw, c, operand, op);
	}
}
