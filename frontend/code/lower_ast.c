/* Questions about the syntax tree of libclang: children, spellings, constants, texts of
 * expressions; maps from its cursors. */
#include "frontend/code/lower_ast.h"

#include <ctype.h>
#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_keep.h"
#include "frontend/source/attribute.h"
#include "frontend/source/clang.h"
#include "frontend/units/layout.h"
#include "util/base/intern.h"

struct collector {
	VEC(CXCursor) kid;
};

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	struct collector *k = data;
	vec_push(&k->kid, c);
	return CXChildVisit_Continue;
}

struct lw_kids lw_kids(struct lw *lw, CXCursor c) {
	struct collector k = {0};
	clang_visitChildren(c, collect, &k);
	struct lw_kids kids = {arena_array(lw->scratch, CXCursor, k.kid.n + 1), k.kid.n};
	for (size_t i = 0; i < k.kid.n; i++)
		kids.at[i] = k.kid.at[i];
	vec_free(&k.kid);
	return kids;
}

static enum CXChildVisitResult remember(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	*(CXCursor *)data = c;
	return CXChildVisit_Continue;
}

CXCursor lw_last_kid(struct lw *lw, CXCursor c) {
	(void)lw;
	CXCursor last = clang_getNullCursor();
	clang_visitChildren(c, remember, &last);
	return last;
}

CXCursor lw_skip_parens(struct lw *lw, CXCursor c) {
	for (;;) {
		enum CXCursorKind kind = clang_getCursorKind(c);
		bool is_extension = kind == CXCursor_UnaryOperator &&
		                    clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Extension;
		if (kind != CXCursor_ParenExpr && !is_extension)
			return c;
		CXCursor kid = lw_last_kid(lw, c);
		if (clang_Cursor_isNull(kid))
			return c;
		c = kid;
	}
}

const char *lw_spelling(CXCursor c) {
	CXString s = clang_getCursorSpelling(c);
	const char *text = clang_getCString(s);
	const char *result = intern(text ? text : "");
	clang_disposeString(s);
	return result;
}

static CXToken *spelled_token(CXTranslationUnit tu, CXSourceLocation start) {
	CXFile file;
	unsigned line, column, offset;
	clang_getSpellingLocation(start, &file, &line, &column, &offset);
	return file ? clang_getToken(tu, clang_getLocationForOffset(tu, file, offset)) : NULL;
}

static const char *take_spelling(CXTranslationUnit tu, CXToken *token) {
	if (!token)
		return NULL;
	CXString s = clang_getTokenSpelling(tu, *token);
	const char *text = clang_getCString(s);
	const char *result = text ? intern(text) : NULL;
	clang_disposeString(s);
	clang_disposeTokens(tu, token, 1);
	return result;
}

const char *lw_first_token(struct lw *lw, CXCursor c) {
	CXTranslationUnit tu = lw->unit->tu;
	CXSourceLocation start = clang_getRangeStart(clang_getCursorExtent(c));
	CXToken *token = clang_getToken(tu, start);
	/* Inside a macro argument there may be none: ask where it is spelled. */
	return take_spelling(tu, token ? token : spelled_token(tu, start));
}

/* Clang maps places in a macro argument to its expansion, where it finds no token: read the file.
 */
const char *lw_spelled_number(struct lw *lw, CXCursor c) {
	CXFile file;
	unsigned line, column, offset;
	size_t size;
	clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(c)), &file, &line, &column,
	                          &offset);
	const char *text = file ? clang_getFileContents(lw->unit->tu, file, &size) : NULL;
	if (!text || offset >= size)
		return NULL;
	size_t n = 0;
	for (const char *p = text + offset; offset + n < size; n++) {
		bool sign = (p[n] == '+' || p[n] == '-') && n && strchr("eEpP", p[n - 1]);
		if (!isalnum((unsigned char)p[n]) && p[n] != '.' && !sign)
			break;
	}
	return intern_n(text + offset, n);
}

bool lw_is_expr(CXCursor c) {
	return clang_isExpression(clang_getCursorKind(c));
}

bool lw_same_extent(CXCursor a, CXCursor b) {
	return clang_equalRanges(clang_getCursorExtent(a), clang_getCursorExtent(b));
}

CXType lw_ctype(CXCursor c) {
	return clang_getCanonicalType(clang_getCursorType(c));
}

const struct type *lw_rvalue_type(struct lw *lw, CXCursor c) {
	const struct type *t = fe_type(lw->fe, clang_getCursorType(c));
	if (t->kind == TYPE_ARRAY)
		return type_pointer(lw->types, t->elem);
	if (t->kind == TYPE_FUNC)
		return type_pointer(lw->types, t);
	return type_unatomic(lw->types, t);
}

bool lw_eval_u64(CXCursor c, uint64_t *value) {
	CXEvalResult r = clang_Cursor_Evaluate(c);
	if (!r)
		return false;
	bool ok = clang_EvalResult_getKind(r) == CXEval_Int;
	if (ok)
		*value = clang_EvalResult_isUnsignedInt(r) ? clang_EvalResult_getAsUnsigned(r)
		                                           : (uint64_t)clang_EvalResult_getAsLongLong(r);
	clang_EvalResult_dispose(r);
	return ok;
}

bool lw_eval_double(CXCursor c, double *value) {
	CXEvalResult r = clang_Cursor_Evaluate(c);
	if (!r)
		return false;
	bool ok = clang_EvalResult_getKind(r) == CXEval_Float;
	if (ok)
		*value = clang_EvalResult_getAsDouble(r);
	clang_EvalResult_dispose(r);
	return ok;
}

void lw_at(struct lw *lw, CXCursor c) {
	lw->loc = fe_loc(clang_getRangeStart(clang_getCursorExtent(c)));
}

/* Line breaks and runs of blanks become one blank. */
static const char *one_line(struct lw *lw, const char *from, size_t n) {
	char *out = arena_alloc(lw->scratch, n + 1);
	size_t m = 0;
	for (size_t i = 0; i < n; i++) {
		bool blank = strchr(" \t\r\n\\", from[i]) != NULL;
		if (blank && (m == 0 || out[m - 1] == ' '))
			continue;
		out[m++] = blank ? ' ' : from[i];
	}
	while (m && out[m - 1] == ' ')
		m--;
	return m ? intern_n(out, m) : NULL;
}

const char *lw_text(struct lw *lw, CXCursor c) {
	enum { LONGEST = 160 };
	CXSourceRange range = clang_getCursorExtent(c);
	CXFile file, last_file;
	unsigned line, column, start, end;
	clang_getExpansionLocation(clang_getRangeStart(range), &file, &line, &column, &start);
	clang_getExpansionLocation(clang_getRangeEnd(range), &last_file, &line, &column, &end);
	if (!file || !last_file || !clang_File_isEqual(file, last_file) || end <= start ||
	    end - start > LONGEST)
		return NULL;
	size_t size = 0;
	const char *text = clang_getFileContents(lw->unit->tu, file, &size);
	if (!text || end > size)
		return NULL;
	return one_line(lw, text + start, end - start);
}

bool lw_is_noreturn(struct lw *lw, struct symbol *symbol, CXCursor decl) {
	uint64_t known = 0;
	if (map_get(&lw->keep->noreturn, map_key(symbol), &known))
		return known == 2;
	bool found = fe_type_is_noreturn(decl) || fe_attributes(decl).noreturn ||
	             fe_attributes(clang_getCanonicalCursor(decl)).noreturn;
	map_put(&lw->keep->noreturn, map_key(symbol), found ? 2 : 1);
	return found;
}
