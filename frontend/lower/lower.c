#include "frontend/lower/lower.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_mark.h"
#include "frontend/code/lower_scan.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/source/clang.h"
#include "frontend/source/extension.h"
#include "frontend/units/symbols.h"
#include "util/base/intern.h"

static CXCursor body_of(struct lw *lw, CXCursor definition) {
	CXCursor last = lw_last_kid(lw, definition);
	struct lw_kids kids = lw_kids(lw, definition);
	for (size_t i = kids.n; i-- > 0;) /* attributes may follow */
		if (clang_getCursorKind(kids.at[i]) == CXCursor_CompoundStmt)
			return kids.at[i];
	return last;
}

static bool is_main(const struct function *f) {
	return strcmp(f->symbol->name, "main") == 0 && f->symbol->type->elem->kind == TYPE_INT;
}

/* Falling off the end: locals with cleanup are cleaned up, main returns 0; other functions return
 * anything, which harms only a caller that looks at it. */
static void finish_body(struct lw *lw, CXCursor body) {
	const struct type *type = lw->f->symbol->type->elem;
	lw->loc = fe_loc(clang_getRangeEnd(clang_getCursorExtent(body)));
	if (lw_reachable(lw)) {
		lw_leave_all(lw);
		lw_mark_at(lw, MARK_END, clang_getRangeEnd(clang_getCursorExtent(body)));
		const struct expr *result =
		    is_main(lw->f) ? lw_convert(lw, type, lw_int(lw, 0)) : lw_any_result(lw);
		if (result || lw->f->is_atomic || lw->f->is_noreturn)
			lw_return(lw, result, true);
	}
	lw_jump_close(lw);
	lw_lost_labels(lw);
	lw_emit(lw, (struct ins){.kind = INS_END, .hidden = true});
}

/* A pragma or an attribute without which the function is another one. */
static void refuse_extensions(struct lw *lw, CXCursor definition) {
	struct loc at, before = lw->loc;
	const char *name = fe_extensions_enter(lw->fe, lw->unit, definition, &at);
	if (!name)
		return;
	lw->loc = at;
	lw_unsupported(lw, NULL, "%s", name);
	lw->loc = before;
}

static void refuse_inline(struct lw *lw) {
	const struct fe_inline *other = fe_inline_other(lw->fe, lw->f->symbol);
	if (other)
		lw_unsupported(lw, NULL, "a call of '%s', which has several inline definitions",
		               lw->f->symbol->display);
}

void fe_lower_function(struct fe *fe, struct fe_unit *unit, CXCursor definition,
                       struct function *f) {
	struct lw lw;
	struct arena_mark mark = arena_mark(lw_keep_of(fe)->scratch);
	lw_init(&lw, fe, unit, f);
	lw.body = definition;
	lw.wraps = strncmp(lw_spelling(definition), "__contract_", 11) == 0;
	lw_at(&lw, definition);
	CXCursor body = body_of(&lw, definition);
	lw_scan(&lw, definition);
	f->is_model |= unit->is_model;
	f->is_noreturn = lw_is_noreturn(&lw, f->symbol, definition);
	if (f->is_atomic)
		lw_emit(&lw, (struct ins){.kind = INS_ATOMIC_BEGIN, .hidden = true});
	lw_params(&lw, definition);
	lw_jump_open(&lw);
	lw_mark_at(&lw, MARK_ENTRY, clang_getCursorLocation(definition));
	refuse_extensions(&lw, definition);
	refuse_inline(&lw);
	struct lw_kids kids = lw_kids(&lw, body);
	for (size_t i = 0; i < kids.n; i++)
		lw_stmt(&lw, kids.at[i]);
	finish_body(&lw, body);
	lw_finish(&lw);
	arena_release(fe->lower->scratch, mark);
}

void fe_lower_static_init(struct fe *fe, struct fe_unit *unit, struct function *into,
                          struct symbol *symbol, CXCursor init) {
	struct lw lw;
	struct arena_mark mark = arena_mark(lw_keep_of(fe)->scratch);
	if (clang_Cursor_isNull(init))
		return;
	lw_init(&lw, fe, unit, into);
	lw.is_static = true;
	lw_at(&lw, init);
	lw_initialise_static(&lw, symbol, init);
	lw_finish(&lw);
	arena_release(fe->lower->scratch, mark);
}
