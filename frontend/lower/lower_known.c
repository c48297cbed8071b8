#include "frontend/lower/lower_known.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_barrier.h"
#include "frontend/lower/lower_atomic.h"
#include "frontend/lower/lower_builtin.h"
#include "frontend/lower/lower_cleanup.h"
#include "frontend/lower/lower_intrinsic.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/source/names.h"
#include "frontend/units/symbols.h"
#include "util/text/affix.h"

/* Functions with a meaning of their own keep it unless the program defines them. */
static bool is_intrinsic(struct lw *lw, CXCursor decl, const char *name) {
	if (fe_is_atomic_section(name))
		return true;
	bool may_be =
	    intrinsic_is_internal(name) || starts_with(name, "nondet_") || fe_is_verifier_name(name);
	return may_be && !fe_is_defined(lw->fe, decl);
}

/* What immintrin.h declares and compilers expand. */
static bool processor_call(struct lw *lw, const char *name) {
	if (strcmp(name, "_mm_pause") == 0)
		return true;
	unsigned pairs = starts_with(name, "_mm_") ? lw_barrier_named(name + strlen("_mm_")) : 0;
	lw_barrier(lw, pairs);
	return pairs;
}

bool lw_known_call(struct lw *lw, CXCursor c, CXCursor decl, bool want, const struct expr *into,
                   const struct expr **value) {
	const char *name = lw_spelling(decl);
	bool defined = !clang_Cursor_isNull(clang_getCursorDefinition(decl));
	return (starts_with(name, "__builtin_") && lw_builtin(lw, c, name, want, value)) ||
	       (!defined && strcmp(name, "alloca") == 0 &&
	        lw_builtin(lw, c, "__builtin_alloca", want, value)) ||
	       (!defined && processor_call(lw, name)) || lw_atomic_call(lw, c, name, want, value) ||
	       (!defined && lw_cleanup_call(lw, c, name, value)) ||
	       (!defined && lw_jump_call(lw, c, name, value)) ||
	       (is_intrinsic(lw, decl, name) && lw_intrinsic(lw, c, name, want, into, value));
}
