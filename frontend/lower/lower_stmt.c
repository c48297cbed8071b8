/* Statements.  Each full expression has a scope for its temporaries; so has each iteration of a
 * loop, for those of the condition. */
#include "frontend/lower/lower_expr.h"

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_mark.h"
#include "frontend/code/lower_scan.h"
#include "frontend/code/lower_value.h"
#include "frontend/code/sidecar.h"
#include "frontend/lower/lower_loop.h"
#include "frontend/source/cursors.h"
#include "frontend/source/names.h"
#include "util/base/intern.h"

static void expression(struct lw *lw, CXCursor c) {
	lw_scope_open(lw, false);
	lw_discard(lw, c);
	lw_scope_close(lw);
}

static void compound(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	lw_block_open(lw);
	for (size_t i = 0; i < kids.n; i++)
		lw_stmt(lw, kids.at[i]);
	lw_scope_close(lw);
}

/* A statement inside of another is a block (C11 6.8.4, 6.8.5), also without braces: the compound
 * literals in it end with it. */
static void inner(struct lw *lw, CXCursor c) {
	lw_block_open(lw);
	lw_stmt(lw, c);
	lw_scope_close(lw);
}

static void if_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	if (kids.n < 2)
		return;
	uint32_t otherwise = lw_label_new(lw);
	lw_block_open(lw);
	lw_mark_cursor(lw, MARK_EXPRESSION, kids.at[0]);
	lw_branch(lw, kids.at[0], otherwise, false);
	lw_mark_branch(lw, MARK_TRUE, c, kids.at[0]);
	inner(lw, kids.at[1]);
	if (kids.n > 2 || lw_marks(lw)) {
		uint32_t end = lw_label_new(lw);
		if (lw_reachable(lw))
			lw_goto(lw, end);
		lw_label_here(lw, otherwise);
		lw_mark_branch(lw, MARK_FALSE, c, kids.at[0]);
		if (kids.n > 2)
			inner(lw, kids.at[2]);
		lw_label_here(lw, end);
	} else {
		lw_label_here(lw, otherwise);
	}
	lw_scope_close(lw);
}

struct targets {
	uint32_t break_label, continue_label;
};

static struct targets enter_loop(struct lw *lw) {
	struct targets outer = {lw->break_label, lw->continue_label};
	lw->break_label = lw_label_new(lw);
	lw->continue_label = lw_label_new(lw);
	return outer;
}

static void leave_loop(struct lw *lw, struct targets outer) {
	lw->break_label = outer.break_label;
	lw->continue_label = outer.continue_label;
}

/* head: if (!cond) goto out; body; continue: increment; goto head; out: */
static void loop(struct lw *lw, CXCursor c, const CXCursor *cond, CXCursor body,
                 const CXCursor *increment) {
	struct loc loc = lw->loc;
	struct lw_loop_contract *contract = lw_loop_clauses(lw, c, &body);
	struct targets outer = enter_loop(lw);
	uint32_t head = lw_label_new(lw), out = lw_label_new(lw);
	if (contract)
		lw_loop_begin(lw, contract);
	lw_label_here(lw, head);
	lw_mark_cursor(lw, MARK_LOOP, c);
	lw_scope_open(lw, false);
	if (cond) {
		lw_mark_cursor(lw, MARK_EXPRESSION, c);
		lw_mark_cursor(lw, MARK_EXPRESSION, *cond);
		lw_branch(lw, *cond, out, false);
	}
	lw_mark_branch(lw, MARK_TRUE, c, cond ? *cond : clang_getNullCursor());
	inner(lw, body);
	lw_scope_close(lw);
	lw_label_here(lw, lw->continue_label);
	if (increment) {
		lw_at(lw, *increment);
		lw_mark_cursor(lw, MARK_EXPRESSION, *increment);
		expression(lw, *increment);
		lw_mark_cursor(lw, MARK_DONE, *increment);
	}
	lw->loc = loc;
	if (contract)
		lw_loop_again(lw, contract);
	else
		lw_goto(lw, head);
	lw_label_here(lw, out);
	if (cond)
		lw_mark_branch(lw, MARK_FALSE, c, *cond);
	lw_label_here(lw, lw->break_label);
	leave_loop(lw, outer);
	if (contract)
		lw_loop_end(lw, contract);
}

static void while_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	if (kids.n != 2)
		return;
	lw_block_open(lw);
	loop(lw, c, &kids.at[0], kids.at[1], NULL);
	lw_scope_close(lw);
}

static void do_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	if (kids.n != 2)
		return;
	lw_block_open(lw);
	struct lw_loop_contract *contract = lw_loop_clauses(lw, c, &kids.at[0]);
	struct targets outer = enter_loop(lw);
	uint32_t head = lw_label_new(lw);
	if (contract)
		lw_loop_begin(lw, contract);
	lw_label_here(lw, head);
	inner(lw, kids.at[0]);
	lw_label_here(lw, lw->continue_label);
	lw_at(lw, kids.at[1]);
	lw_mark_cursor(lw, MARK_LOOP, c);
	lw_mark_cursor(lw, MARK_EXPRESSION, kids.at[1]);
	lw_scope_open(lw, false);
	if (lw_marks(lw) || contract) {
		uint32_t out = lw_label_new(lw);
		lw_branch(lw, kids.at[1], out, false);
		lw_mark_branch(lw, MARK_TRUE, c, kids.at[1]);
		if (contract)
			lw_loop_again(lw, contract);
		else
			lw_goto(lw, head);
		lw_label_here(lw, out);
		lw_mark_branch(lw, MARK_FALSE, c, kids.at[1]);
	} else {
		lw_branch(lw, kids.at[1], head, true);
	}
	lw_scope_close(lw);
	lw_label_here(lw, lw->break_label);
	leave_loop(lw, outer);
	if (contract)
		lw_loop_end(lw, contract);
	lw_scope_close(lw);
}

static int count_bits(int mask) {
	return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1);
}

/* Which of the three parts are there?  libclang leaves out the missing ones, so that the cursors of
 * one or two do not tell. */
static int for_parts(struct lw *lw, CXCursor c, struct lw_kids kids) {
	if (kids.n == 1)
		return 0;
	if (kids.n == 4)
		return LW_FOR_INIT | LW_FOR_COND | LW_FOR_INC;
	int mask = lw_sidecar_for(lw, c);
	return mask >= 0 && (size_t)count_bits(mask) + 1 == kids.n ? mask : -1;
}

static void for_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	int mask = kids.n ? for_parts(lw, c, kids) : -1;
	if (mask < 0) {
		lw_unsupported(lw, NULL, "a for statement whose parts cannot be told apart");
		return;
	}
	size_t at = 0;
	lw_block_open(lw);
	if (mask & LW_FOR_INIT)
		lw_stmt(lw, kids.at[at++]);
	const CXCursor *cond = mask & LW_FOR_COND ? &kids.at[at++] : NULL;
	const CXCursor *increment = mask & LW_FOR_INC ? &kids.at[at++] : NULL;
	lw_at(lw, c);
	loop(lw, c, cond, kids.at[at], increment);
	lw_scope_close(lw);
}

static bool has_cleanup(const struct lw *lw) {
	for (const struct lw_scope *s = lw->scope; s; s = s->parent)
		for (size_t i = 0; i < s->local.n; i++)
			if (s->local.at[i].cleanup)
				return true;
	return false;
}

const struct expr *lw_any_result(struct lw *lw) {
	const struct type *type = lw->f->symbol->type->elem;
	if (!type_is_scalar(type) && !type_is_record(type))
		return NULL;
	const struct expr *any = lw_temp(lw, type);
	const char *text = intern_printf("%s() without a result", lw->f->symbol->display);
	lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = any, .text = text, .hidden = true});
	return any;
}

/* C11 6.7.4: behaviour is undefined then, and what compilers put behind the call runs. */
static void refuse_return(struct lw *lw) {
	const char *text =
	    intern_printf("'%s', which is declared noreturn, returns", lw->f->symbol->display);
	uint32_t p = prog_add_property(lw->fe->prog, lw->f, PROPERTY_ASSERTION, lw->loc, text);
	lw_emit(lw, (struct ins){.kind = INS_ASSERT, .rhs = lw_int(lw, 0), .property = p});
	lw_assume(lw, lw_int(lw, 0));
}

void lw_return(struct lw *lw, const struct expr *value, bool hidden) {
	if (lw->f->is_noreturn && !lw->unit->is_model)
		refuse_return(lw);
	if (lw->f->is_atomic) { /* what is returned still belongs to the section */
		value = value ? lw_pin_value(lw, value) : NULL;
		lw_emit(lw, (struct ins){.kind = INS_ATOMIC_END, .hidden = true});
	}
	lw_emit(lw, (struct ins){.kind = INS_RETURN, .rhs = value, .hidden = hidden});
}

static void return_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	const struct type *type = lw->f->symbol->type->elem;
	const struct expr *value = NULL;
	lw_scope_open(lw, false);
	if (kids.n && type->kind == TYPE_VOID)
		lw_discard(lw, kids.at[0]);
	else if (kids.n)
		value = lw_convert(lw, type, lw_value(lw, kids.at[0]));
	else
		value = lw_any_result(lw);
	if (has_cleanup(lw)) {
		if (value && kids.n)
			value = lw_save(lw, value);
		lw_leave_all(lw);
	}
	if (value && !type_is_scalar(type) && !type_is_record(type))
		value = NULL; /* complex: its computation was reported */
	if (value && lw_marks(lw))
		value = lw_pin_value(lw, value);
	lw_mark_value(lw, MARK_END, clang_getRangeStart(clang_getCursorExtent(c)), value, NULL);
	lw_return(lw, value, false);
	lw_scope_close(lw);
}

/* A label reached through a reference has another parent than when visited; only the statement
 * itself identifies it. */
static CXCursor identity(CXCursor label_stmt) {
	label_stmt.data[0] = NULL;
	return label_stmt;
}

static uint32_t label_of(struct lw *lw, CXCursor label_stmt) {
	uint64_t known;
	label_stmt = identity(label_stmt);
	if (lw_cursors_get(&lw->local, label_stmt, &known))
		return (uint32_t)known;
	uint32_t label = lw_label_new(lw);
	lw->label.at[label].name = lw_spelling(label_stmt);
	lw->label.at[label].loc = lw->loc;
	lw_cursors_put(&lw->local, label_stmt, label);
	return label;
}

static void goto_stmt(struct lw *lw, CXCursor c) {
	CXCursor target = clang_getCursorReferenced(lw_last_kid(lw, c));
	if (clang_getCursorKind(target) == CXCursor_LabelStmt)
		lw_goto(lw, label_of(lw, target));
	else
		lw_unsupported(lw, NULL, "this goto");
}

struct label_search {
	const char *name;
	CXCursor found;
	uint32_t n;
};

static enum CXChildVisitResult find_label(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	struct label_search *s = data;
	if (clang_getCursorKind(c) == CXCursor_LabelStmt && lw_spelling(c) == s->name) {
		s->found = c;
		s->n++;
	}
	return CXChildVisit_Recurse;
}

bool lw_goto_named(struct lw *lw, const char *name) {
	struct label_search s = {.name = name};
	clang_visitChildren(lw->body, find_label, &s);
	if (s.n == 1)
		lw_goto(lw, label_of(lw, s.found));
	return s.n == 1;
}

const struct expr *lw_label_address(struct lw *lw, CXCursor label_stmt, const struct type *type) {
	uint64_t number;
	label_stmt = identity(label_stmt);
	if (!lw_cursors_get(&lw->keep->label, label_stmt, &number)) {
		number = ++lw->keep->nlabels;
		lw_cursors_put(&lw->keep->label, label_stmt, number);
	}
	return expr_u64(lw->arena, type, number);
}

static void jump_if_equal(struct lw *lw, CXCursor label, void *data) {
	const struct expr *where = data;
	const struct expr *address = lw_label_address(lw, label, where->type);
	lw_goto_if(lw, label_of(lw, label), lw_arith(lw, EXPR_EQ, where, address), NULL);
}

static void indirect_goto(struct lw *lw, CXCursor c) {
	lw_scope_open(lw, false);
	const struct expr *where = lw_value(lw, lw_last_kid(lw, c));
	if (where && where->type->kind == TYPE_POINTER) {
		where = lw_pin_value(lw, where);
		lw_label_addresses(lw, jump_if_equal, (void *)where);
	}
	lw_unsupported(lw, NULL, "a computed goto to something that is no label of this function");
	lw_scope_close(lw);
}

/* The label has an instruction of its own: what follows an empty statement can be reached by
 * another way, too. */
static void label_stmt(struct lw *lw, CXCursor c) {
	lw_label_here(lw, label_of(lw, c));
	lw_emit(lw, (struct ins){.kind = INS_SKIP, .hidden = true});
	lw_mark_cursor(lw, MARK_STATEMENT, c);
	CXCursor body = lw_last_kid(lw, c);
	if (clang_Cursor_isNull(body))
		return;
	if (fe_is_async_label(lw_spelling(c)))
		lw->keep->demand->async(lw, lw_spelling(c), body);
	else
		lw_stmt(lw, body);
}

static void jump_out(struct lw *lw, uint32_t label, const char *what) {
	if (label == NO_LABEL)
		lw_unsupported(lw, NULL, "a stray %s", what);
	else
		lw_goto(lw, label);
}

/* [[fallthrough]]; and other attributed statements: transparent. */
static void attributed(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	for (size_t i = 0; i < kids.n; i++)
		if (clang_isStatement(clang_getCursorKind(kids.at[i])) || lw_is_expr(kids.at[i]))
			lw_stmt(lw, kids.at[i]);
}

static void unknown(struct lw *lw, CXCursor c) {
	CXString s = clang_getCursorKindSpelling(clang_getCursorKind(c));
	lw_unsupported(lw, NULL, "the statement kind %s", clang_getCString(s));
	clang_disposeString(s);
}

/* Its mark comes after the label, so that jumps to the label pass it. */
static bool has_label(CXCursor c) {
	enum CXCursorKind kind = clang_getCursorKind(c);
	return kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

void lw_stmt(struct lw *lw, CXCursor c) {
	lw_at(lw, c);
	if (clang_getCursorKind(c) == CXCursor_CompoundStmt)
		lw_mark_cursor(lw, MARK_BLOCK, c);
	else if (!has_label(c))
		lw_mark_cursor(lw, MARK_STATEMENT, c);
	switch (clang_getCursorKind(c)) {
	case CXCursor_CompoundStmt: compound(lw, c); return;
	case CXCursor_DeclStmt:
		lw_decl_stmt(lw, c);
		lw_mark_cursor(lw, MARK_DONE, c);
		return;
	case CXCursor_NullStmt: return;
	case CXCursor_IfStmt: if_stmt(lw, c); return;
	case CXCursor_WhileStmt: while_stmt(lw, c); return;
	case CXCursor_DoStmt: do_stmt(lw, c); return;
	case CXCursor_ForStmt: for_stmt(lw, c); return;
	case CXCursor_SwitchStmt: lw_switch_stmt(lw, c); return;
	case CXCursor_CaseStmt: lw_case_stmt(lw, c); return;
	case CXCursor_DefaultStmt: lw_default_stmt(lw, c); return;
	case CXCursor_BreakStmt: jump_out(lw, lw->break_label, "break"); return;
	case CXCursor_ContinueStmt: jump_out(lw, lw->continue_label, "continue"); return;
	case CXCursor_ReturnStmt: return_stmt(lw, c); return;
	case CXCursor_GotoStmt: goto_stmt(lw, c); return;
	case CXCursor_IndirectGotoStmt: indirect_goto(lw, c); return;
	case CXCursor_LabelStmt: label_stmt(lw, c); return;
	case CXCursor_GCCAsmStmt: lw->keep->demand->assembly(lw, c); return;
	case CXCursor_UnexposedStmt: attributed(lw, c); return;
	default: break;
	}
	if (!lw_is_expr(c)) {
		unknown(lw, c);
		return;
	}
	expression(lw, c);
	lw_mark_cursor(lw, MARK_DONE, c);
}

const struct expr *lw_stmt_expr(struct lw *lw, CXCursor c, bool want) {
	struct lw_kids kids = lw_kids(lw, lw_last_kid(lw, c));
	struct loc outer_loc = lw->loc;
	struct lw_scope *outer = lw->scope;
	const struct expr *result = NULL;
	lw_block_open(lw);
	for (size_t i = 0; i < kids.n; i++) {
		CXCursor last = kids.at[i];
		while (i + 1 == kids.n && clang_getCursorKind(last) == CXCursor_LabelStmt) {
			lw_label_here(lw, label_of(lw, last)); /* ({ ...; end: x; }) has the value x */
			last = lw_last_kid(lw, last);
		}
		bool is_value = want && i + 1 == kids.n && lw_is_expr(last);
		if (!is_value) {
			lw_stmt(lw, last);
			continue;
		}
		lw_at(lw, last);
		const struct expr *value = lw_value(lw, last);
		if (value && value->kind != EXPR_CONST) {
			result = lw_temp_in(lw, outer, value->type);
			lw_assign(lw, result, value);
		} else {
			result = value;
		}
	}
	lw_scope_close(lw);
	lw->loc = outer_loc;
	return result;
}
