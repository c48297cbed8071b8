/* pthread_cleanup_push and _pop of glibc's <pthread.h>.
 *
 * The macros keep the handler in variables, __cancel_routine and __cancel_arg, to which a jump out
 * of the thread's end returns.  Nothing jumps here: where they register their buffer, __cancel_buf,
 * the handler goes with it, as in the functions of older headers.
 */
#include "frontend/lower/lower_cleanup.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_expr.h"

static bool is_cancel_buffer(struct lw *lw, CXCursor c) {
	while (!clang_Cursor_isNull(c)) {
		if (strcmp(lw_spelling(c), "__cancel_buf") == 0)
			return true;
		c = lw_last_kid(lw, c);
	}
	return false;
}

/* A variable of the macro around the place; NULL: this is no such macro. */
static const struct expr *macro_variable(struct lw *lw, const char *name) {
	for (struct lw_scope *s = lw->scope; s; s = s->parent)
		for (size_t i = s->local.n; i-- > 0;)
			if (s->local.at[i].sym->display && strcmp(s->local.at[i].sym->display, name) == 0)
				return expr_symbol(lw->arena, s->local.at[i].sym);
	return NULL;
}

static bool push(struct lw *lw, const struct expr *buffer, const char *function) {
	const struct type *pointer = type_void_pointer(lw->types);
	const struct expr *routine = macro_variable(lw, "__cancel_routine"),
	                  *argument = macro_variable(lw, "__cancel_arg");
	if (!routine || !argument || routine->type->kind != TYPE_POINTER)
		return false;
	const struct type *param[3] = {pointer, routine->type, pointer};
	const struct expr *arg[3] = {lw_convert(lw, pointer, buffer), routine,
	                             lw_convert(lw, pointer, argument)};
	lw_call(lw, NULL, lw_named(lw, function, type_void(lw->types), param, 3), 3, arg);
	return true;
}

/* The macro itself calls the handler if it is to be executed. */
static void pop(struct lw *lw, const struct expr *buffer, const char *function) {
	const struct type *pointer = type_void_pointer(lw->types);
	const struct type *param[2] = {pointer, type_c_int(lw->types)};
	const struct expr *arg[2] = {lw_convert(lw, pointer, buffer), lw_int(lw, 0)};
	lw_call(lw, NULL, lw_named(lw, function, type_void(lw->types), param, 2), 2, arg);
}

bool lw_cleanup_call(struct lw *lw, CXCursor call, const char *name, const struct expr **value) {
	if (strncmp(name, "__", 2) != 0 || clang_Cursor_getNumArguments(call) < 1 ||
	    !is_cancel_buffer(lw, clang_Cursor_getArgument(call, 0)))
		return false;
	if (strcmp(name, "__sigsetjmp") == 0 || strcmp(name, "__sigsetjmp_cancel") == 0) {
		*value = lw_int(lw, 0);
		return true;
	}
	const struct expr *buffer = lw_value(lw, clang_Cursor_getArgument(call, 0));
	if (!buffer || buffer->type->kind != TYPE_POINTER)
		return false;
	if (strcmp(name, "__pthread_register_cancel") == 0)
		return push(lw, buffer, "_pthread_cleanup_push");
	if (strcmp(name, "__pthread_register_cancel_defer") == 0)
		return push(lw, buffer, "_pthread_cleanup_push_defer");
	if (strcmp(name, "__pthread_unregister_cancel") == 0)
		return pop(lw, buffer, "_pthread_cleanup_pop"), true;
	if (strcmp(name, "__pthread_unregister_cancel_restore") == 0)
		return pop(lw, buffer, "_pthread_cleanup_pop_restore"), true;
	return false;
}
