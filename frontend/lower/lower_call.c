/* Calls.  A result that is used lands in a temporary, or directly in the variable it is assigned
 * to.  What has a meaning of its own is recognised and lowered elsewhere: lower_known.c. */
#include "frontend/lower/lower_expr.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_mark.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/lower/lower_format.h"
#include "frontend/source/names.h"
#include "frontend/units/symbols.h"
#include "util/text/affix.h"

static const struct expr *call_pointer(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	const struct expr *callee = kids.n ? lw_value(lw, kids.at[0]) : NULL;
	if (!callee || callee->type->kind != TYPE_POINTER || callee->type->elem->kind != TYPE_FUNC)
		return NULL;
	if (callee->kind == EXPR_ADDR && callee->arg[0]->kind == EXPR_SYMBOL)
		return callee->arg[0];
	return callee;
}

static const struct type *function_type(const struct expr *callee) {
	return callee->type->kind == TYPE_FUNC ? callee->type : callee->type->elem;
}

/* Models of printf and scanf have their part for floating-point numbers only if some are passed
 * where the type of the parameter is not known (pthread-models/libc/stdio/float_text.c). */
static void note_floats(struct lw *lw, const struct type *f, struct lw_args args) {
	for (uint64_t i = f->n; i < args.n && f->is_variadic; i++) {
		const struct type *t = args.at[i]->type;
		t = t->kind == TYPE_POINTER ? t->elem : t;
		if (t->kind == TYPE_FLOAT)
			lw_named(lw, "__model_floats_are_passed", type_void(lw->types), NULL, 0);
	}
}

static const struct expr *emit_call(struct lw *lw, CXCursor c, const struct expr *callee,
                                    struct lw_args args, bool want, const struct expr *into) {
	const struct type *f = function_type(callee), *type = lw_rvalue_type(lw, c);
	note_floats(lw, f, args);
	for (uint32_t i = 0; i < args.n && i < f->n; i++)
		if (type_is_scalar(f->param[i]) || type_is_record(f->param[i]))
			args.at[i] = lw_convert(lw, f->param[i], args.at[i]);
	const struct expr *result = NULL;
	if (type->kind != TYPE_VOID && into && into->type == type)
		result = into;
	else if (type->kind != TYPE_VOID && want)
		result = lw_temp(lw, type);
	lw_call(lw, result, callee, args.n, args.at);
	return result;
}

/* The function that is named as the callee; null: something is computed. */
static CXCursor named_callee(struct lw *lw, CXCursor call) {
	struct lw_kids kids = lw_kids(lw, call);
	CXCursor c = kids.n ? kids.at[0] : clang_getNullCursor();
	while (!clang_Cursor_isNull(c)) {
		c = lw_skip_parens(lw, c);
		if (clang_getCursorKind(c) == CXCursor_DeclRefExpr) {
			CXCursor decl = clang_getCursorReferenced(c);
			bool is_function = clang_getCursorKind(decl) == CXCursor_FunctionDecl;
			return is_function ? decl : clang_getNullCursor();
		}
		struct lw_kids inner = lw_kids(lw, c);
		if (clang_getCursorKind(c) != CXCursor_UnexposedExpr || inner.n != 1 ||
		    !lw_same_extent(c, inner.at[0]))
			break;
		c = inner.at[0];
	}
	return clang_getNullCursor();
}

/* glibc has these macros for GCC only; clang then takes the name for a function that returns int.
 */
static bool is_lost_macro(CXCursor decl, const char *name) {
	return starts_with(name, "CMPLX") && clang_getCursorType(decl).kind == CXType_FunctionNoProto;
}

static const struct expr *call(struct lw *lw, CXCursor c, bool want, const struct expr *into) {
	struct loc outer = lw->loc;
	CXCursor decl = named_callee(lw, c);
	bool direct = !clang_Cursor_isNull(decl);
	const struct expr *value = NULL, *callee = NULL;
	lw_at(lw, c);
	if (direct) {
		const char *name = lw_spelling(decl);
		bool defined = !clang_Cursor_isNull(clang_getCursorDefinition(decl));
		bool done = lw->keep->demand->call(lw, c, decl, want, into, &value);
		if (!done && !defined && is_lost_macro(decl, name)) {
			const char *part = name[5] == 'F' ? "float" : name[5] ? "long double" : "double";
			return lw_unsupported(lw, lw_rvalue_type(lw, c),
			                      "%s, which complex.h defines for GCC only: "
			                      "-D '%s(x,y)=__builtin_complex((%s)(x),(%s)(y))'",
			                      name, name, part, part);
		}
		if (done) {
			lw_mark_at(lw, MARK_CALL, lw_parenthesis(lw, c)); /* it does nothing by itself */
			lw->loc = outer;
			return value;
		}
		callee = expr_symbol(lw->arena, fe_symbol_of(lw->fe, lw->unit, decl));
		if (fe_inline_own(lw->fe, lw->unit, decl))
			lw_unsupported(lw, NULL,
			               "a call of '%s', whose inline definition differs from the other one",
			               name);
	} else {
		callee = call_pointer(lw, c);
	}
	if (!callee)
		return lw_unsupported(lw, lw_rvalue_type(lw, c), "this call");
	struct lw_args args = lw_arguments(lw, c, direct ? NULL : &callee);
	lw_at(lw, c);
	lw_mark_at(lw, MARK_CALL, lw_parenthesis(lw, c));
	if (direct && clang_Cursor_isNull(clang_getCursorDefinition(decl)))
		lw_format_call(lw, c, decl, args);
	value = emit_call(lw, c, callee, args, want, into);
	if (direct && lw_is_noreturn(lw, callee->symbol, decl)) {
		callee->symbol->is_noreturn = true;
		lw_assume(lw, lw_int(lw, 0));
	}
	lw->loc = outer;
	return value;
}

/* With marks the result is kept in a temporary, which no other thread can change. */
const struct expr *lw_call_expr(struct lw *lw, CXCursor c, bool want, const struct expr *into) {
	if (!lw_marks(lw))
		return call(lw, c, want, into);
	CXCursor decl = named_callee(lw, c);
	bool is_assert = !clang_Cursor_isNull(decl) && !strcmp(lw_spelling(decl), "assert");
	const struct expr *value = call(lw, c, want || !is_assert, NULL);
	bool is_scalar = value && type_is_scalar(value->type);
	if (is_scalar)
		value = lw_pin_value(lw, value);
	lw_mark_value(lw, MARK_RETURN, lw_parenthesis(lw, c), is_scalar ? value : NULL, NULL);
	return value;
}
