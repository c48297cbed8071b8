/* One look at a body before it is lowered: which scalars have their address taken (all others can
 * be read again without being saved), and the order of the constructs that sidecar.c finds in
 * the printed function by counting.
 */
#include "frontend/code/lower_scan.h"

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/source/cursors.h"
#include "frontend/source/names.h"

/* The first two of its four children are the condition, twice; operands of other constructs with
 * four stand at different places. */
bool lw_is_elvis(CXCursor c, struct lw_kids kids) {
	return clang_getCursorKind(c) == CXCursor_UnexposedExpr && kids.n == 4 &&
	       lw_same_extent(kids.at[0], kids.at[1]);
}

static void note_taken(struct lw *lw, CXCursor operand) {
	operand = lw_skip_parens(lw, operand);
	if (clang_getCursorKind(operand) != CXCursor_DeclRefExpr)
		return;
	CXCursor decl = clang_getCursorReferenced(operand);
	if (!lw_cursors_get(&lw->taken, decl, NULL))
		lw_cursors_put(&lw->taken, decl, 1);
}

/* Instructions may change memory through an address. */
static void note_operands(struct lw *lw, CXCursor statement) {
	struct lw_kids kids = lw_kids(lw, statement);
	for (size_t i = 0; i < kids.n; i++)
		note_taken(lw, kids.at[i]);
}

static void note_setjmp(struct lw *lw, CXCursor call) {
	CXCursor decl = clang_getCursorReferenced(call);
	if (!clang_Cursor_isNull(decl) && fe_is_setjmp(lw_spelling(decl)))
		lw->jump.nsites++;
}

static void scan(struct lw *lw, CXCursor c);

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	scan(data, c);
	return CXChildVisit_Continue;
}

static void scan(struct lw *lw, CXCursor c) {
	switch (clang_getCursorKind(c)) {
	case CXCursor_ForStmt: lw_cursors_put(&lw->order, c, lw->nfors++); break;
	case CXCursor_GCCAsmStmt:
		lw_cursors_put(&lw->order, c, lw->nasms++);
		note_operands(lw, c);
		break;
	case CXCursor_GenericSelectionExpr: lw_cursors_put(&lw->order, c, lw->ngenerics++); break;
	case CXCursor_CallExpr: note_setjmp(lw, c); break;
	case CXCursor_UnaryOperator:
		if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf)
			note_taken(lw, lw_last_kid(lw, c));
		break;
	case CXCursor_UnexposedExpr: {
		struct lw_kids kids = lw_kids(lw, c);
		if (!lw_is_elvis(c, kids))
			break;
		scan(lw, kids.at[0]); /* the other two are this one again */
		scan(lw, kids.at[3]);
		return;
	}
	default: break;
	}
	clang_visitChildren(c, visit, lw);
}

void lw_scan(struct lw *lw, CXCursor body) {
	scan(lw, body);
}

struct address_walk {
	struct lw *lw;
	void (*each)(struct lw *, CXCursor label, void *);
	void *data;
	struct lw_cursors seen;
};

static enum CXChildVisitResult visit_label_ref(CXCursor c, CXCursor parent, CXClientData data) {
	struct address_walk *w = data;
	if (clang_getCursorKind(parent) == CXCursor_AddrLabelExpr &&
	    clang_getCursorKind(c) == CXCursor_LabelRef) {
		CXCursor label = clang_getCursorReferenced(c);
		if (!lw_cursors_get(&w->seen, label, NULL)) {
			lw_cursors_put(&w->seen, label, 1);
			w->each(w->lw, label, w->data);
		}
	}
	return CXChildVisit_Recurse;
}

void lw_label_addresses(struct lw *lw, void (*each)(struct lw *, CXCursor label, void *),
                        void *data) {
	struct address_walk w = {.lw = lw, .each = each, .data = data};
	clang_visitChildren(lw->body, visit_label_ref, &w);
	lw_cursors_free(&w.seen);
}
