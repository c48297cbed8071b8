#include "frontend/about/outline.h"

#include <string.h>

#include "frontend/driver.h"
#include "frontend/fe.h"
#include "frontend/source/clang.h"
#include "util/base/map.h"

struct outline {
	FILE *out;
	struct map seen; /* what the current definition has referred to: cursor hash -> 1 */
};

struct file_list {
	struct fe_unit *unit;
	FILE *out;
};

static const char *const thread_starters[] = {"pthread_create", "thrd_create"};

static void put_text(FILE *out, CXString text) {
	const char *s = clang_getCString(text);
	for (; s && *s; s++)
		fputc(*s == '\t' || *s == '\n' ? ' ' : *s, out);
	clang_disposeString(text);
}

static bool is_named(CXCursor c, const char *const *name, size_t n) {
	CXString s = clang_getCursorSpelling(c);
	const char *text = clang_getCString(s);
	bool found = false;
	for (size_t i = 0; i < n && text; i++)
		found |= !strcmp(text, name[i]);
	clang_disposeString(s);
	return found;
}

static bool is_global(CXCursor c) {
	enum CXLinkageKind linkage = clang_getCursorLinkage(c);
	return linkage == CXLinkage_Internal || linkage == CXLinkage_External;
}

static char linkage_of(CXCursor c) {
	return clang_getCursorLinkage(c) == CXLinkage_Internal ? 's' : 'e';
}

/* Does the expression name the function, apart from casts, parentheses and '&'? */
static bool names(CXCursor expression, CXCursor decl);

static enum CXChildVisitResult visit_names(CXCursor c, CXCursor parent, CXClientData data) {
	CXCursor *decl = data;
	(void)parent;
	if (!names(c, *decl))
		return CXChildVisit_Continue;
	*decl = clang_getNullCursor(); /* found */
	return CXChildVisit_Break;
}

static bool names(CXCursor expression, CXCursor decl) {
	if (clang_getCursorKind(expression) == CXCursor_DeclRefExpr)
		return clang_equalCursors(clang_getCursorReferenced(expression), decl);
	CXCursor sought = decl;
	clang_visitChildren(expression, visit_names, &sought);
	return clang_Cursor_isNull(sought);
}

static char how_used(CXCursor call, CXCursor decl) {
	if (clang_getCursorKind(call) != CXCursor_CallExpr)
		return 'r';
	if (is_named(call, thread_starters, sizeof thread_starters / sizeof *thread_starters))
		return 't';
	return clang_equalCursors(clang_getCursorReferenced(call), decl) ? 'c' : 'r';
}

static void put_reference(struct outline *o, CXCursor decl, char how) {
	CXCursor canonical = clang_getCanonicalCursor(decl);
	uint64_t key = ((uint64_t)clang_hashCursor(canonical) << 8) | (unsigned char)how;
	if (map_get(&o->seen, key, NULL))
		return;
	map_put(&o->seen, key, 1);
	fprintf(o->out, "R\t%c\t%c\t", how, linkage_of(decl));
	put_text(o->out, clang_getCursorSpelling(decl));
	fputc('\n', o->out);
}

struct body {
	struct outline *o;
	CXCursor call; /* the innermost call around */
};

static enum CXChildVisitResult visit_body(CXCursor c, CXCursor parent, CXClientData data) {
	struct body *b = data;
	(void)parent;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_DeclRefExpr) {
		CXCursor decl = clang_getCursorReferenced(c);
		enum CXCursorKind what = clang_getCursorKind(decl);
		if ((what == CXCursor_FunctionDecl || what == CXCursor_VarDecl) && is_global(decl))
			put_reference(b->o, decl, how_used(b->call, decl));
		return CXChildVisit_Continue;
	}
	struct body inner = {b->o, kind == CXCursor_CallExpr ? c : b->call};
	clang_visitChildren(c, visit_body, &inner);
	return CXChildVisit_Continue;
}

static void put_parameter(FILE *out, CXType type, CXString name) {
	fputs("P\t", out);
	put_text(out, clang_getTypeSpelling(type));
	fputc('\t', out);
	put_text(out, name);
	fputc('\n', out);
}

static void put_definition(struct outline *o, CXCursor c) {
	bool is_function = clang_getCursorKind(c) == CXCursor_FunctionDecl;
	struct loc at = fe_cursor_loc(c);
	struct loc last = fe_loc(clang_getRangeEnd(clang_getCursorExtent(c)));
	if (!at.line)
		return;
	bool is_main = clang_Location_isFromMainFile(clang_getCursorLocation(c));
	fprintf(o->out, "D\t%c\t%c\t", is_function ? 'f' : 'v', linkage_of(c));
	put_text(o->out, clang_getCursorSpelling(c));
	fprintf(o->out, "\t%s\t%u\t%u\t%c\n", at.file, at.line, last.line ? last.line : at.line,
	        is_main ? 'm' : 'h');
	if (is_function) {
		put_parameter(o->out, clang_getCursorResultType(c), (CXString){0});
		for (int i = 0; i < clang_Cursor_getNumArguments(c); i++) {
			CXCursor p = clang_Cursor_getArgument(c, (unsigned)i);
			put_parameter(o->out, clang_getCursorType(p), clang_getCursorSpelling(p));
		}
	}
	map_clear(&o->seen);
	struct body body = {o, clang_getNullCursor()};
	clang_visitChildren(c, visit_body, &body);
}

static enum CXChildVisitResult visit_unit(CXCursor c, CXCursor parent, CXClientData data) {
	enum CXCursorKind kind = clang_getCursorKind(c);
	(void)parent;
	bool wanted =
	    kind == CXCursor_FunctionDecl ? clang_isCursorDefinition(c) != 0 : kind == CXCursor_VarDecl;
	if (wanted && clang_Cursor_getStorageClass(c) == CX_SC_Extern && kind == CXCursor_VarDecl)
		wanted = clang_isCursorDefinition(c) != 0;
	if (wanted && !clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		put_definition(data, c);
	return CXChildVisit_Continue;
}

/* Sources and headers of the project: what a result depends on. */
static void visit_file(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
	struct file_list *list = data;
	(void)stack, (void)n;
	CXSourceLocation start = clang_getLocation(list->unit->tu, file, 1, 1);
	if (clang_Location_isInSystemHeader(start))
		return;
	fputs("I\t", list->out);
	put_text(list->out, clang_getFileName(file));
	fputc('\n', list->out);
}

static void visit(struct fe_unit *unit, void *data) {
	struct file_list list = {unit, ((struct outline *)data)->out};
	clang_getInclusions(unit->tu, visit_file, &list);
	clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit_unit, data);
}

void fe_outline(const struct fe_config *config, FILE *out) {
	struct outline o = {.out = out};
	fe_each_unit(config, visit, &o);
	map_free(&o.seen);
}
