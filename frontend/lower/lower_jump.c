/* setjmp and longjmp.
 *
 * A jump out of functions comes back where the call returns that is active in the function to which
 * it goes; from there a goto leads on to the setjmp.  So whatever looks at the control flow of a
 * function, for loops or for variables that are read again, sees the whole of it:
 *
 *     $value = 0
 *     *env = __mc_setjmp(k, $jumped, $value)     an object that ends with this call
 *  Lk:
 *     $jumped = 0                                the result is $value
 *     ...
 *     f()                                        longjmp(env, 7) sets $jumped to k, $value to 7
 *     if ($jumped == k) goto Lk
 *
 * Variables keep the values that they have when the jump is made, as volatile ones do.  The mask of
 * signals that sigsetjmp saves is in the buffer, too (pthread-models/libc/signal/setjmp.c).
 */
#include "frontend/lower/lower_jump.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/source/names.h"

static bool is_one_of(const char *name, const char *const *list) {
	for (; *list; list++)
		if (strcmp(name, *list) == 0)
			return true;
	return false;
}

static bool takes_mask(const char *name) {
	return strcmp(name, "sigsetjmp") == 0 || strcmp(name, "__sigsetjmp") == 0;
}

static bool is_longjmp(const char *name) {
	static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", NULL};
	return is_one_of(name, names);
}

void lw_jump_open(struct lw *lw) {
	if (!lw->jump.nsites)
		return;
	const struct type *c_int = type_c_int(lw->types);
	lw->jump.jumped = lw_temp(lw, c_int);
	lw->jump.value = lw_temp(lw, c_int);
	lw_assign(lw, lw->jump.jumped, lw_int(lw, 0));
	lw_assign(lw, lw->jump.value, lw_int(lw, 0));
	lw->jump.label = arena_array(lw->scratch, uint32_t, lw->jump.nsites);
	for (uint32_t i = 0; i < lw->jump.nsites; i++)
		lw->jump.label[i] = lw_label_new(lw);
	lw->fe->prog->has_jumps = lw->f->has_jumps = true;
}

/* Calls that are never lowered, as in sizeof, have a label all the same. */
void lw_jump_close(struct lw *lw) {
	for (uint32_t i = lw->jump.nplaced; i < lw->jump.nsites; i++)
		lw_label_here(lw, lw->jump.label[i]);
}

/* The address of a jmp_buf, whose first bytes hold a pointer. */
static const struct expr *buffer(struct lw *lw, CXCursor call) {
	const struct expr *env = lw_value(lw, clang_Cursor_getArgument(call, 0));
	const struct type *pointer = type_void_pointer(lw->types);
	if (!env || env->type->kind != TYPE_POINTER)
		return NULL;
	return lw_pin_value(lw, lw_convert(lw, type_pointer(lw->types, pointer), env));
}

/* What a model does with the mask of signals in the buffer. */
static void do_mask(struct lw *lw, const char *model, const struct expr *env,
                    const struct expr *saves) {
	const struct type *param[2] = {type_void_pointer(lw->types), type_c_int(lw->types)};
	const struct expr *arg[2] = {lw_convert(lw, param[0], env), saves};
	uint32_t n = saves ? 2 : 1;
	lw_call(lw, NULL, lw_named(lw, model, type_void(lw->types), param, n), n, arg);
}

static void set_mask(struct lw *lw, CXCursor call, const char *name, const struct expr *env) {
	const struct expr *saves = takes_mask(name) && clang_Cursor_getNumArguments(call) > 1
	                               ? lw_value(lw, clang_Cursor_getArgument(call, 1))
	                               : NULL;
	if (saves)
		do_mask(lw, "__model_save_mask", env, lw_convert(lw, type_c_int(lw->types), saves));
	else
		do_mask(lw, "__model_forget_mask", env, NULL);
}

static const struct expr *set(struct lw *lw, const struct expr *env) {
	const struct type *c_int = type_c_int(lw->types), *pointer = type_void_pointer(lw->types);
	uint32_t k = lw->jump.nplaced++;
	const struct type *param[3] = {c_int, c_int, c_int};
	const struct expr *arg[3] = {lw_int(lw, (int64_t)k + 1), lw->jump.jumped, lw->jump.value};
	const struct expr *target = lw_temp(lw, pointer);
	lw_assign(lw, lw->jump.value, lw_int(lw, 0));
	lw_call(lw, target, lw_named(lw, intrinsic_name(INTRINSIC_SETJMP), pointer, param, 3), 3, arg);
	lw_emit(lw, (struct ins){.kind = INS_ASSIGN, .hidden = true, .lhs = env, .rhs = target});
	lw_label_here(lw, lw->jump.label[k]);
	lw_assign(lw, lw->jump.jumped, lw_int(lw, 0));
	return lw_save(lw, lw->jump.value);
}

static void jump(struct lw *lw, CXCursor call, const struct expr *buffer) {
	const struct type *c_int = type_c_int(lw->types), *pointer = type_void_pointer(lw->types);
	const struct expr *target = lw_save(lw, lw_deref(lw, buffer));
	const struct expr *given = lw_value(lw, clang_Cursor_getArgument(call, 1));
	given = lw_pin_value(lw, lw_convert(lw, c_int, given ? given : lw_int(lw, 1)));
	const struct expr *zero = expr_binary(lw->arena, EXPR_EQ, c_int, given, lw_int(lw, 0));
	uint32_t p = prog_add_property(lw->fe->prog, lw->f, PROPERTY_POINTER, lw->loc,
	                               "longjmp to a function that has ended, or without setjmp");
	lw_emit(lw, (struct ins){.kind = INS_ASSERT,
	                         .rhs = expr_builtin(lw->arena, BUILTIN_IS_LIVE, c_int, 1, &target),
	                         .property = p});
	const struct type *param[2] = {pointer, c_int};
	const struct expr *arg[2] = {target, expr_cond(lw->arena, zero, lw_int(lw, 1), given)};
	do_mask(lw, "__model_restore_mask", buffer, NULL);
	lw_call(lw, NULL,
	        lw_named(lw, intrinsic_name(INTRINSIC_LONGJMP), type_void(lw->types), param, 2), 2,
	        arg);
	lw_assume(lw, lw_int(lw, 0));
}

bool lw_jump_call(struct lw *lw, CXCursor call, const char *name, const struct expr **value) {
	bool sets = fe_is_setjmp(name);
	if ((!sets && !is_longjmp(name)) || clang_Cursor_getNumArguments(call) < 1)
		return false;
	const struct expr *env = buffer(lw, call);
	if (!env || (sets && lw->jump.nplaced >= lw->jump.nsites)) {
		*value = lw_unsupported(lw, lw_rvalue_type(lw, call), "%s", name);
		return true;
	}
	if (sets) {
		set_mask(lw, call, name, env);
		*value = set(lw, lw_deref(lw, env));
	} else {
		jump(lw, call, env);
	}
	return true;
}
