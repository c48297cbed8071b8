/* Expressions: dispatch, names, members, indices, literals; the small helpers all others use. */
#include "frontend/lower/lower_expr.h"

#include "frontend/code/literal.h"
#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_complex.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_value.h"
#include "frontend/code/lower_vector.h"
#include "frontend/source/cursors.h"
#include "frontend/source/names.h"
#include "frontend/units/layout.h"
#include "frontend/units/symbols.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static const struct expr *integer_literal(struct lw *lw, CXCursor c) {
	const struct type *type = lw_rvalue_type(lw, c);
	uint64_t value;
	if (!type_is_integer(type) || !lw_eval_u64(c, &value))
		return lw_unsupported(lw, type, "a literal clang cannot evaluate");
	struct bits bits = type->is_signed ? bits_i64(lw->arena, type->bits, (int64_t)value)
	                                   : bits_u64(lw->arena, type->bits, value);
	return expr_const(lw->arena, type, bits);
}

static const struct expr *imaginary_literal(struct lw *lw, CXCursor c) {
	const struct type *type = lw_rvalue_type(lw, c);
	const struct expr *im = lw_value(lw, lw_last_kid(lw, c));
	if (!type_is_complex(type) || !im)
		return lw_unsupported(lw, type, "this imaginary literal");
	return lw_complex(lw, type, expr_u64(lw->arena, type->record->field[0].type, 0), im);
}

static const struct expr *enum_constant(struct lw *lw, CXCursor c, CXCursor decl) {
	const struct type *type = lw_rvalue_type(lw, c);
	bool is_signed = type->is_signed || type->kind == TYPE_BOOL;
	uint64_t value = is_signed ? (uint64_t)clang_getEnumConstantDeclValue(decl)
	                           : clang_getEnumConstantDeclUnsignedValue(decl);
	struct bits bits = is_signed ? bits_i64(lw->arena, type->bits, (int64_t)value)
	                             : bits_u64(lw->arena, type->bits, value);
	return expr_const(lw->arena, type, bits);
}

/* The lvalue; what a weak declaration names in vain is '*' of a null pointer. */
static const struct expr *named(struct lw *lw, struct symbol *s) {
	if (!fe_is_absent(lw->fe, s))
		return expr_symbol(lw->arena, s);
	return expr_deref(lw->arena, expr_u64(lw->arena, type_pointer(lw->types, s->type), 0));
}

/* register long x asm("rbx"); outside of functions: each thread has its own, and whoever has been
 * compiled without the declaration may use it for something else. */
static bool is_global_register(CXCursor decl) {
	return clang_Cursor_getStorageClass(decl) == CX_SC_Register &&
	       clang_getCursorLinkage(decl) != CXLinkage_NoLinkage;
}

static const struct expr *name(struct lw *lw, CXCursor c) {
	CXCursor decl = clang_getCursorReferenced(c);
	switch (clang_getCursorKind(decl)) {
	case CXCursor_EnumConstantDecl: return enum_constant(lw, c, decl);
	case CXCursor_VarDecl:
	case CXCursor_ParmDecl: {
		struct symbol *s = lw_variable(lw, decl);
		if (s && s->is_extern && fe_is_verifier_name(s->name))
			return lw_unsupported(lw, s->type, "the variable '%s' of another verifier", s->name);
		if (s && is_global_register(decl))
			lw_unsupported(lw, NULL, "the global register variable '%s'", s->display);
		if (s)
			return named(lw, s);
		break;
	}
	case CXCursor_FunctionDecl: return named(lw, fe_symbol_of(lw->fe, lw->unit, decl));
	default: break;
	}
	return lw_unsupported(lw, fe_type(lw->fe, clang_getCursorType(c)), "the name '%s' here",
	                      lw_spelling(c));
}

static const struct expr *member(struct lw *lw, CXCursor c) {
	const struct type *type = fe_type(lw->fe, clang_getCursorType(c));
	struct lw_kids kids = lw_kids(lw, c);
	if (!kids.n)
		return lw_unsupported(lw, type, "a member without an object");
	bool outer = lw->in_address;
	lw->in_address = true; /* an array in it may decay */
	const struct expr *base = lw_expr(lw, kids.at[0], true);
	lw->in_address = outer;
	if (base && base->type->kind != TYPE_STRUCT && base->type->kind != TYPE_UNION)
		base = lw_decay(lw, base);
	if (base && base->type->kind == TYPE_POINTER && type_is_record(base->type->elem))
		base = lw_deref(lw, base);
	const struct field *path[16];
	uint32_t n = base && type_is_record(base->type)
	                 ? fe_field_path(lw->fe, base->type, clang_getCursorReferenced(c), path)
	                 : 0;
	if (!n)
		return lw_unsupported(lw, type, "the member '%s'", lw_spelling(c));
	for (uint32_t i = 0; i < n; i++)
		base = expr_member(lw->arena, base, path[i]);
	return base;
}

static const struct expr *subscript(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	if (kids.n != 2)
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this subscript");
	const struct expr *a = lw_value(lw, kids.at[0]);
	size_t mark = lw_mark(lw);
	const struct expr *b = lw_value(lw, kids.at[1]);
	a = lw_keep(lw, a, mark);
	if (b && b->type->kind == TYPE_POINTER) { /* 2[a] */
		const struct expr *t = a;
		a = b;
		b = t;
	}
	if (a && b && type_is_vector(a->type) && type_is_integer(b->type))
		return lw_vector_lane(lw, a, b);
	if (!a || !b || a->type->kind != TYPE_POINTER || !type_is_integer(b->type))
		return lw_unsupported(lw, fe_type(lw->fe, clang_getCursorType(c)), "this subscript");
	return lw_element(lw, a, b);
}

static const struct expr *label_address(struct lw *lw, CXCursor c) {
	CXCursor ref = lw_last_kid(lw, c);
	return lw_label_address(lw, clang_getCursorReferenced(ref), lw_rvalue_type(lw, c));
}

/* { x } for a scalar; lists of aggregates are read by lower_init.c. */
static const struct expr *scalar_list(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	const struct type *type = lw_rvalue_type(lw, c);
	if (kids.n && type_is_scalar(type))
		return lw_value(lw, kids.at[0]);
	if (type_is_scalar(type))
		return lw_dummy(lw, type);
	return lw_unsupported(lw, type, "an initialiser list here");
}

static bool has_operations(CXType t) {
	switch (t.kind) {
	case CXType_BFloat16:
	case CXType_Ibm128: return false;
	default: return true;
	}
}

/* Naming such a number is fine; loading it is the first operation. */
static bool is_unsupported_type(CXCursor c, enum CXCursorKind kind) {
	if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr ||
	    kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_ParenExpr ||
	    kind == CXCursor_UnaryOperator)
		return false;
	return !has_operations(lw_ctype(c));
}

static const struct expr *unsupported_type(struct lw *lw, CXCursor c) {
	CXString s = clang_getTypeSpelling(clang_getCursorType(c));
	const struct type *type = fe_type(lw->fe, clang_getCursorType(c));
	const struct expr *e = lw_unsupported(lw, type, "arithmetic of type '%s'", clang_getCString(s));
	clang_disposeString(s);
	return e;
}

static const struct expr *unknown(struct lw *lw, CXCursor c) {
	CXString s = clang_getCursorKindSpelling(clang_getCursorKind(c));
	const struct expr *e =
	    lw_unsupported(lw, lw_rvalue_type(lw, c), "the expression kind %s", clang_getCString(s));
	clang_disposeString(s);
	return e;
}

const struct expr *lw_expr(struct lw *lw, CXCursor c, bool want) {
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (is_unsupported_type(c, kind))
		return unsupported_type(lw, c);
	switch (kind) {
	case CXCursor_ParenExpr: return lw_expr(lw, lw_last_kid(lw, c), want);
	case CXCursor_UnexposedExpr: return lw_ux(lw, c, want);
	case CXCursor_DeclRefExpr: return name(lw, c);
	case CXCursor_MemberRefExpr: return member(lw, c);
	case CXCursor_ArraySubscriptExpr: return subscript(lw, c);
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral: return integer_literal(lw, c);
	case CXCursor_FloatingLiteral: return lw_float_literal(lw, c, lw_rvalue_type(lw, c));
	case CXCursor_ImaginaryLiteral: return imaginary_literal(lw, c);
	case CXCursor_StringLiteral: return lw_string(lw, c);
	case CXCursor_UnaryExpr: return lw_sizeof_expr(lw, c);
	case CXCursor_CallExpr: return lw_call_expr(lw, c, want, NULL);
	case CXCursor_UnaryOperator: return lw_unary(lw, c, want);
	case CXCursor_BinaryOperator: return lw_binary(lw, c, want);
	case CXCursor_CompoundAssignOperator: return lw_compound_assign(lw, c, want);
	case CXCursor_ConditionalOperator: return lw_conditional(lw, c, want);
	case CXCursor_CStyleCastExpr: return lw_cast(lw, c);
	case CXCursor_CompoundLiteralExpr: return lw_compound_literal(lw, c);
	case CXCursor_InitListExpr: return scalar_list(lw, c);
	case CXCursor_StmtExpr: return lw_stmt_expr(lw, c, want);
	case CXCursor_GenericSelectionExpr: return lw_generic(lw, c, want);
	case CXCursor_AddrLabelExpr: return label_address(lw, c);
	default: return unknown(lw, c);
	}
}

const struct expr *lw_value(struct lw *lw, CXCursor c) {
	return lw_decay(lw, lw_expr(lw, c, true));
}

const struct expr *lw_lvalue(struct lw *lw, CXCursor c) {
	const struct expr *e = lw_expr(lw, c, true);
	if (!e)
		e = lw_int(lw, 0);
	if (expr_is_lvalue(e) || e->type->kind == TYPE_FUNC)
		return e;
	return lw_save(lw, lw_decay(lw, e));
}

void lw_discard(struct lw *lw, CXCursor c) {
	lw_evaluate(lw, lw_expr(lw, c, false));
}

struct symbol *lw_static(struct lw *lw, CXCursor decl, const struct type *type,
                         const char *display) {
	uint64_t known;
	if (lw_cursors_get(&lw->keep->statics, decl, &known))
		return (struct symbol *)(uintptr_t)known;
	const char *function = lw->f->symbol->name;
	uint64_t number = lw->is_static ? ++lw->keep->nstatics : lw->scope->number;
	const char *name = intern_printf("%s::%u::%s", function, (unsigned)number, display);
	struct symbol *s = fe_static_symbol(lw->fe, lw->unit, name, intern(display), type, decl);
	lw_cursors_put(&lw->keep->statics, decl, map_key(s));
	return s;
}
