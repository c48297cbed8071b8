#include "frontend/lower/lower_argument.h"

#include "frontend/code/literal.h"
#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_expr.h"
#include "util/base/intern.h"

/* All operands from left to right: what was read stays read though a later one changes it. */
struct lw_args lw_arguments(struct lw *lw, CXCursor call, const struct expr **callee) {
	int count = clang_Cursor_getNumArguments(call);
	struct lw_args args = {NULL, count > 0 ? (uint32_t)count : 0};
	args.at = arena_array(lw->scratch, const struct expr *, args.n + 1);
	for (uint32_t i = 0; i < args.n; i++) {
		size_t mark = lw_mark(lw);
		const struct expr *e = lw_value(lw, clang_Cursor_getArgument(call, i));
		bool is_value = e && (type_is_scalar(e->type) || type_is_record(e->type));
		args.at[i] = is_value ? e : lw_int(lw, 0); /* what it was has been reported */
		for (uint32_t k = 0; k < i && lw_mark(lw) != mark; k++) {
			size_t before = lw_mark(lw);
			args.at[k] = lw_keep(lw, args.at[k], mark);
			mark += lw_mark(lw) - before;
		}
		if (callee && *callee && lw_mark(lw) != mark)
			*callee = lw_keep(lw, *callee, mark);
	}
	return args;
}

void lw_discard_arguments(struct lw *lw, CXCursor call) {
	struct lw_args args = lw_arguments(lw, call, NULL);
	for (uint32_t i = 0; i < args.n; i++)
		lw_evaluate(lw, args.at[i]);
}

const struct expr *lw_argument(struct lw *lw, CXCursor call, unsigned i) {
	const struct expr *e = NULL;
	if (clang_Cursor_getNumArguments(call) > (int)i)
		e = lw_value(lw, clang_Cursor_getArgument(call, i));
	return e ? e : lw_int(lw, 0);
}

/* The characters of a string argument, for property classes and texts. */
const char *lw_text_argument(struct lw *lw, CXCursor call, unsigned i) {
	if (clang_Cursor_getNumArguments(call) <= (int)i)
		return "";
	CXCursor c = clang_Cursor_getArgument(call, i);
	while (clang_getCursorKind(c) != CXCursor_StringLiteral) {
		CXCursor kid = lw_last_kid(lw, c);
		if (clang_Cursor_isNull(kid))
			return "";
		c = kid;
	}
	uint8_t *bytes;
	uint64_t n;
	if (!lw_string_bytes(lw, c, 1, &bytes, &n))
		return "";
	return intern_n((const char *)bytes, (size_t)n);
}

/* A declaration without parameters lets anything pass for a condition. */
const struct expr *lw_condition(struct lw *lw, CXCursor call) {
	const struct expr *e = lw_argument(lw, call, 0);
	if (type_is_scalar(e->type))
		return e;
	return lw_unsupported(lw, lw_int(lw, 0)->type, "a condition that is no scalar");
}

/* The call as the user wrote it; inside the arguments of a macro only what is called. */
static const char *call_text(struct lw *lw, CXCursor call) {
	const char *text = lw_text(lw, call), *name = lw_spelling(call);
	return text || !name || !*name ? text : intern_printf("%s()", name);
}

const struct expr *lw_nondet(struct lw *lw, CXCursor call, bool want, const struct expr *into) {
	const struct type *type = lw_rvalue_type(lw, call);
	if (!want || type->kind == TYPE_VOID)
		return NULL;
	const struct expr *result = into && into->type == type ? into : lw_temp(lw, type);
	if (type_is_scalar(type))
		lw_emit(lw, (struct ins){.kind = INS_ASSIGN,
		                         .lhs = result,
		                         .rhs = expr_nondet(lw->arena, type),
		                         .text = call_text(lw, call),
		                         .hidden = result != into});
	else
		lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = result});
	return result;
}
