/* Variable arguments.  Whatever the target's va_list is, its first word holds a pointer to the next
 * argument; each argument has a slot of a multiple of 16 bytes in the object that EXPR_VARARGS
 * points to.
 */
#include "frontend/lower/lower_va.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_expr.h"

enum { SLOT = 16 };

/* The word, given the list: an array decays to its address, a parameter already is it; on targets
 * where the list is a plain pointer or a struct it is named as an lvalue. */
static const struct expr *word(struct lw *lw, CXCursor list) {
	const struct expr *e = lw_value(lw, list);
	if (!e)
		return NULL;
	const struct type *pointer = type_pointer(lw->types, type_char(lw->types));
	const struct expr *address = e;
	if (e->type->kind != TYPE_POINTER || !type_is_record(e->type->elem)) {
		if (!expr_is_lvalue(e))
			return NULL;
		address = lw_addr(lw, e);
	}
	address = lw_convert(lw, type_pointer(lw->types, pointer), lw_pin_value(lw, address));
	return lw_deref(lw, address);
}

bool lw_va_call(struct lw *lw, CXCursor call, const char *name) {
	bool start = strcmp(name, "va_start") == 0 || strcmp(name, "stdarg_start") == 0;
	bool copy = strcmp(name, "va_copy") == 0;
	if (strcmp(name, "va_end") == 0)
		return true;
	if ((!start && !copy) || clang_Cursor_getNumArguments(call) < 1)
		return false;
	const struct expr *to = word(lw, clang_Cursor_getArgument(call, 0)), *from = NULL;
	if (start)
		from = expr_varargs(lw->arena, lw->types);
	else if (clang_Cursor_getNumArguments(call) > 1)
		from = word(lw, clang_Cursor_getArgument(call, 1));
	if (to && from)
		lw_assign(lw, to, from);
	else
		lw_unsupported(lw, NULL, "this use of a va_list");
	return true;
}

const struct expr *lw_va_arg(struct lw *lw, CXCursor c, CXCursor list) {
	const struct type *type = lw_rvalue_type(lw, c);
	const struct expr *next = word(lw, list);
	if (!next)
		return lw_unsupported(lw, type, "this va_list");
	const struct expr *p = lw_save(lw, next);
	uint64_t slot = (type->size + SLOT - 1) / SLOT * SLOT;
	lw_assign(lw, next, lw_pointer_add(lw, p, lw_size(lw, slot ? slot : SLOT), false));
	if (type->kind == TYPE_VOID)
		return NULL;
	return lw_deref(lw, lw_convert(lw, type_pointer(lw->types, type), p));
}
