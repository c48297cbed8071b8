/* Functions with a meaning of their own when the program only declares them: those of mc.h here,
 * those of other verifiers in lower_verifier.c. */
#include "frontend/lower/lower_intrinsic.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/lower/lower_verifier.h"
#include "util/base/intern.h"
#include "util/text/affix.h"
#include "util/text/diag.h"

static void assertion(struct lw *lw, CXCursor call) {
	enum property_class class;
	if (!property_class_find(lw_text_argument(lw, call, 1), &class))
		class = PROPERTY_ASSERTION;
	const char *text = lw_text_argument(lw, call, 2);
	const struct expr *cond = lw_condition(lw, call);
	uint32_t p = prog_add_property(lw->fe->prog, lw->f, class, lw->loc, text);
	lw_emit(lw, (struct ins){.kind = INS_ASSERT, .rhs = cond, .property = p});
}

static bool predicate(struct lw *lw, CXCursor call, enum intrinsic which,
                      const struct expr **value) {
	static const struct {
		enum intrinsic which;
		enum builtin builtin;
		uint32_t nargs;
	} table[] = {
	    {INTRINSIC_READABLE, BUILTIN_READABLE, 2},
	    {INTRINSIC_WRITABLE, BUILTIN_WRITABLE, 2},
	    {INTRINSIC_IS_LIVE, BUILTIN_IS_LIVE, 1},
	    {INTRINSIC_IS_NULL_OBJECT, BUILTIN_IS_NULL_OBJECT, 1},
	    {INTRINSIC_IS_FREED, BUILTIN_IS_FREED, 1},
	    {INTRINSIC_IS_DEAD, BUILTIN_IS_DEAD, 1},
	    {INTRINSIC_IS_HEAP, BUILTIN_IS_HEAP, 1},
	    {INTRINSIC_IS_MAPPING, BUILTIN_IS_MAPPING, 1},
	    {INTRINSIC_IS_ARGUMENT, BUILTIN_IS_ARGUMENT, 1},
	    {INTRINSIC_IS_FORBIDDEN, BUILTIN_IS_FORBIDDEN, 2},
	    {INTRINSIC_IS_STRING, BUILTIN_IS_STRING, 2},
	    {INTRINSIC_IS_STATIC, BUILTIN_IS_STATIC, 1},
	    {INTRINSIC_SAME_OBJECT, BUILTIN_SAME_OBJECT, 2},
	    {INTRINSIC_OBJECT_SIZE, BUILTIN_OBJECT_SIZE, 1},
	    {INTRINSIC_OFFSET, BUILTIN_OFFSET, 1},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (which != table[i].which)
			continue;
		struct lw_args args = lw_arguments(lw, call, NULL);
		if (args.n != table[i].nargs)
			return false;
		*value =
		    expr_builtin(lw->arena, table[i].builtin, lw_rvalue_type(lw, call), args.n, args.at);
		return true;
	}
	return false;
}

/* An argument of __mc_wait_until: the engine evaluates it in every state while the thread waits. */
static const struct expr *waiting(struct lw *lw, CXCursor call, unsigned i) {
	size_t mark = lw_mark(lw);
	const struct expr *e = lw_argument(lw, call, i);
	if (lw_mark(lw) != mark || !type_is_scalar(e->type))
		fatal(EXIT_INPUT, lw->loc, "argument %u of __mc_wait_until is no plain expression", i + 1);
	return e;
}

/* The kind of synchronisation that argument i names: an enumerator __mc_sync_... of mc.h. */
static enum sync_kind sync_argument(struct lw *lw, CXCursor call, unsigned i) {
	static const char prefix[] = "__mc_sync_";
	CXCursor c = clang_Cursor_getArgument(call, i);
	while (clang_getCursorKind(c) == CXCursor_UnexposedExpr ||
	       clang_getCursorKind(c) == CXCursor_ParenExpr)
		c = lw_last_kid(lw, c);
	const char *name = clang_getCursorKind(c) == CXCursor_DeclRefExpr ? lw_spelling(c) : "";
	enum sync_kind kind;
	if (!starts_with(name, prefix) || !sync_find(name + strlen(prefix), &kind))
		fatal(EXIT_INPUT, lw->loc, "argument %u is no kind of synchronisation", i + 1);
	return kind;
}

static void atomic_try(struct lw *lw, CXCursor call) {
	lw_emit(lw, (struct ins){.kind = INS_ATOMIC_BEGIN, .sync = sync_argument(lw, call, 0)});
}

static void acquired(struct lw *lw, CXCursor call) {
	const struct type *param[] = {type_c_int(lw->types), type_void_pointer(lw->types)};
	enum sync_kind kind = sync_argument(lw, call, 0);
	const struct expr **arg = arena_array(lw->arena, const struct expr *, 2);
	arg[0] = lw_int(lw, kind);
	arg[1] = lw_convert(lw, param[1], lw_argument(lw, call, 1));
	lw_emit(lw, (struct ins){.kind = INS_CALL,
	                         .rhs = lw_named(lw, intrinsic_name(INTRINSIC_ACQUIRED),
	                                         type_void(lw->types), param, 2),
	                         .arg = arg,
	                         .nargs = 2,
	                         .sync = kind});
}

static void wait_until(struct lw *lw, CXCursor call) {
	const struct expr **arg = arena_array(lw->arena, const struct expr *, 2);
	const struct type *object = type_pointer(lw->types, type_void(lw->types));
	const struct expr *condition = waiting(lw, call, 0);
	arg[0] = lw_convert(lw, object, waiting(lw, call, 2));
	arg[1] = lw_convert(lw, type_c_int(lw->types), waiting(lw, call, 3));
	lw_emit(lw, (struct ins){.kind = INS_ATOMIC_BEGIN,
	                         .rhs = condition,
	                         .arg = arg,
	                         .nargs = 2,
	                         .sync = sync_argument(lw, call, 1)});
}

bool lw_intrinsic(struct lw *lw, CXCursor call, const char *name, bool want,
                  const struct expr *into, const struct expr **value) {
	if (!intrinsic_is_internal(name))
		return lw_verifier_call(lw, call, name, want, into, value);
	enum intrinsic which = intrinsic_find(name);
	switch (which) {
	case INTRINSIC_ASSUME: lw_assume(lw, lw_condition(lw, call)); break;
	case INTRINSIC_NONDET: *value = lw_nondet(lw, call, want, into); break;
	case INTRINSIC_ATOMIC_BEGIN: lw_emit(lw, (struct ins){.kind = INS_ATOMIC_BEGIN}); break;
	case INTRINSIC_ATOMIC_TRY: atomic_try(lw, call); break;
	case INTRINSIC_WAIT_UNTIL: wait_until(lw, call); break;
	case INTRINSIC_ACQUIRED: acquired(lw, call); break;
	case INTRINSIC_ATOMIC_END: lw_emit(lw, (struct ins){.kind = INS_ATOMIC_END}); break;
	case INTRINSIC_ASSERT: assertion(lw, call); break;
	case INTRINSIC_UNSUPPORTED:
		lw_unsupported(lw, NULL, "%s", lw_text_argument(lw, call, 0));
		break;
	default: return predicate(lw, call, which, value);
	}
	return true;
}
