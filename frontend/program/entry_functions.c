/* Functions whose address is taken: every mention of one that is not the callee of a call, in the
 * bodies and initialisers of the user's sources, whether the entry reaches them or not. */
#include "frontend/program/entry.h"

#include <string.h>

#include "frontend/source/clang.h"
#include "frontend/units/defs.h"
#include "frontend/units/layout.h"
#include "frontend/units/symbols.h"

enum { MAX_FUNCTIONS = 8 };

struct taken {
	struct fe_unit *unit;
	CXCursor decl; /* canonical */
};

struct fe_taken {
	VEC(struct taken) at;
	struct fe_unit *unit; /* being looked at */
};

static CXCursor without_casts(CXCursor c) {
	for (enum CXCursorKind kind = clang_getCursorKind(c);
	     kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr;
	     kind = clang_getCursorKind(c)) {
		CXCursor child = fe_first_child(c);
		if (clang_Cursor_isNull(child))
			break;
		c = child;
	}
	return c;
}

static void note(struct fe_taken *t, CXCursor decl) {
	CXCursor canonical = clang_getCanonicalCursor(decl);
	for (size_t i = 0; i < t->at.n; i++)
		if (clang_equalCursors(t->at.at[i].decl, canonical))
			return;
	vec_push(&t->at, ((struct taken){t->unit, canonical}));
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data);

/* The callee is no address that is taken, but what its expression mentions otherwise is. */
static void visit_call(CXCursor call, CXClientData data) {
	CXCursor callee = without_casts(fe_first_child(call));
	bool is_named = clang_getCursorKind(callee) == CXCursor_DeclRefExpr;
	int n = clang_Cursor_getNumArguments(call);
	if (!is_named)
		clang_visitChildren(call, visit, data);
	for (int i = 0; is_named && i < n; i++) {
		CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
		visit(argument, call, data);
		clang_visitChildren(argument, visit, data);
	}
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	switch (clang_getCursorKind(c)) {
	case CXCursor_CallExpr: visit_call(c, data); return CXChildVisit_Continue;
	case CXCursor_DeclRefExpr: {
		CXCursor decl = clang_getCursorReferenced(c);
		if (clang_getCursorKind(decl) == CXCursor_FunctionDecl)
			note(data, decl);
		return CXChildVisit_Continue;
	}
	default: return CXChildVisit_Recurse;
	}
}

static enum CXChildVisitResult visit_top(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	if (!clang_Location_isInSystemHeader(clang_getCursorLocation(c)) &&
	    (clang_getCursorKind(c) == CXCursor_FunctionDecl ||
	     clang_getCursorKind(c) == CXCursor_VarDecl))
		clang_visitChildren(c, visit, data);
	return CXChildVisit_Continue;
}

static struct fe_taken *find_all(struct fe *fe) {
	if (fe->taken)
		return fe->taken;
	struct fe_taken *t = fe->taken = mem_alloc(sizeof *t);
	for (size_t i = 0; i < fe->unit.n; i++) {
		if (fe->unit.at[i]->is_model || !fe->unit.at[i]->tu)
			continue;
		t->unit = fe->unit.at[i];
		clang_visitChildren(clang_getTranslationUnitCursor(t->unit->tu), visit_top, t);
	}
	return t;
}

static bool is_built_in(CXCursor decl) {
	CXString s = clang_getCursorSpelling(decl);
	bool found = !strncmp(clang_getCString(s), "__builtin_", 10);
	clang_disposeString(s);
	return found;
}

struct entry_functions entry_functions_of(struct fe *fe, const struct type *function) {
	struct fe_taken *all = find_all(fe);
	struct entry_functions found = {arena_array(fe->arena, struct symbol *, MAX_FUNCTIONS), 0, 0};
	for (size_t i = 0; i < all->at.n; i++) {
		const struct taken *t = &all->at.at[i];
		if (is_built_in(t->decl) ||
		    !fe_types_agree(fe_type(fe, clang_getCursorType(t->decl)), function))
			continue;
		struct symbol *s = fe_symbol_of(fe, t->unit, t->decl);
		bool is_known = false;
		for (uint32_t k = 0; k < found.n; k++)
			is_known |= found.at[k] == s;
		if (is_known)
			continue;
		if (found.n == MAX_FUNCTIONS) {
			found.more = true;
			break;
		}
		found.at[found.n++] = s;
	}
	return found;
}

void entry_functions_close(struct fe *fe) {
	if (!fe->taken)
		return;
	vec_free(&fe->taken->at);
	mem_free(fe->taken);
	fe->taken = NULL;
}
