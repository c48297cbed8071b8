/* Places that a witness may name: a mark is a label that moves with the code around it. */
#include "frontend/code/lower_mark.h"

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_code.h"
#include "frontend/source/clang.h"
#include "util/base/intern.h"

bool lw_marks(const struct lw *lw) {
	return lw->fe->config->marks && !lw->unit->is_model && !lw->is_static;
}

/* The names that are visible here; of two that are spelt the same, the younger one comes first. */
static void note_scope(struct lw *lw, struct mark *mark) {
	VEC(struct symbol *) seen = {0};
	uint32_t live = (uint32_t)lw->scope->local.n;
	for (const struct lw_scope *s = lw->scope; s; live = s->parent_live, s = s->parent)
		for (uint32_t i = live; i-- > 0;)
			if (!s->local.at[i].sym->is_temp)
				vec_push(&seen, s->local.at[i].sym);
	for (uint32_t i = lw->f->nparams; i-- > 0;)
		vec_push(&seen, lw->f->local.at[i]);
	mark->nscope = (uint32_t)seen.n;
	struct symbol **scope = arena_array(lw->arena, struct symbol *, seen.n + 1);
	for (size_t i = 0; i < seen.n; i++)
		scope[i] = seen.at[i];
	mark->scope = scope;
	vec_free(&seen);
}

static struct mark *add_mark(struct lw *lw, enum mark_kind kind, CXSourceLocation at) {
	struct mark *mark = arena_new(lw->arena, struct mark);
	CXFile file;
	unsigned line, column, offset;
	clang_getExpansionLocation(at, &file, &line, &column, &offset);
	CXString name = clang_getFileName(file);
	const char *text = clang_getCString(name);
	*mark = (struct mark){.kind = kind,
	                      .loc = {text ? intern(text) : NULL, line, column},
	                      .presumed = fe_loc(at),
	                      .offset = offset};
	clang_disposeString(name);
	note_scope(lw, mark);
	uint32_t label = lw_label_new(lw);
	lw->label.at[label].mark = mark;
	lw_label_here(lw, label);
	return mark;
}

void lw_mark_value(struct lw *lw, enum mark_kind kind, CXSourceLocation at,
                   const struct expr *value, const struct expr *other) {
	if (!lw_marks(lw))
		return;
	struct mark *mark = add_mark(lw, kind, at);
	mark->value = value;
	mark->other = other;
}

static bool is_compound(struct lw *lw, CXCursor c) {
	c = lw_skip_parens(lw, c);
	if (clang_getCursorKind(c) == CXCursor_UnaryOperator &&
	    clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot)
		return is_compound(lw, lw_last_kid(lw, c));
	if (clang_getCursorKind(c) != CXCursor_BinaryOperator)
		return false;
	enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
	return op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr;
}

void lw_mark_branch(struct lw *lw, enum mark_kind kind, CXCursor c, CXCursor condition) {
	if (!lw_marks(lw))
		return;
	struct mark *mark = add_mark(lw, kind, clang_getRangeStart(clang_getCursorExtent(c)));
	if (clang_Cursor_isNull(condition))
		return;
	CXSourceLocation at = clang_getRangeStart(clang_getCursorExtent(condition));
	clang_getExpansionLocation(at, NULL, &mark->condition, NULL, NULL);
	mark->presumed_condition = fe_loc(at).line;
	mark->compound = is_compound(lw, condition);
}

void lw_mark_at(struct lw *lw, enum mark_kind kind, CXSourceLocation at) {
	lw_mark_value(lw, kind, at, NULL, NULL);
}

void lw_mark_cursor(struct lw *lw, enum mark_kind kind, CXCursor c) {
	lw_mark_value(lw, kind, clang_getRangeStart(clang_getCursorExtent(c)), NULL, NULL);
}

/* An argument of a macro stands where it was written. */
static CXSourceLocation moved(struct lw *lw, CXSourceLocation from, unsigned by) {
	CXFile file;
	unsigned offset;
	clang_getFileLocation(from, &file, NULL, NULL, &offset);
	return clang_getLocationForOffset(lw->unit->tu, file, offset + by);
}

CXSourceLocation lw_parenthesis(struct lw *lw, CXCursor call) {
	CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(call));
	return moved(lw, end, (unsigned)-1);
}

/* The condition ends somewhere before it; only parentheses, blanks and comments are between. */
CXSourceLocation lw_question_mark(struct lw *lw, CXCursor conditional) {
	struct lw_kids kids = lw_kids(lw, conditional);
	CXSourceLocation from = clang_getRangeEnd(clang_getCursorExtent(kids.at[0]));
	CXFile file;
	unsigned offset;
	clang_getFileLocation(from, &file, NULL, NULL, &offset);
	size_t size;
	const char *text = clang_getFileContents(lw->unit->tu, file, &size);
	for (unsigned at = offset; text && at < size; at++) {
		bool comment = at + 1 < size && text[at] == '/' && text[at + 1] == '*';
		if (text[at] == '?')
			return moved(lw, from, at - offset);
		for (at += comment; comment && at + 2 < size; at++)
			if (text[at + 1] == '*' && text[at + 2] == '/')
				comment = false;
	}
	return from;
}
