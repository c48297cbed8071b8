/* switch: the body is lowered first, its cases are labels wherever they stand (Duff's device); then
 * the jumps to them are put before it. */
#include "frontend/lower/lower_expr.h"

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_mark.h"
#include "frontend/code/lower_value.h"

static const struct expr *test(struct lw *lw, const struct expr *value, const struct lw_case *k) {
	const struct type *c_int = type_c_int(lw->types);
	if (!k->hi)
		return expr_binary(lw->arena, EXPR_EQ, c_int, value, k->lo);
	const struct expr *above = expr_binary(lw->arena, EXPR_GE, c_int, value, k->lo);
	const struct expr *below = expr_binary(lw->arena, EXPR_LE, c_int, value, k->hi);
	return expr_binary(lw->arena, EXPR_LAND, c_int, above, below);
}

static void dispatch(struct lw *lw, CXCursor c, const struct lw_switch *s,
                     const struct expr *value) {
	const struct expr *other = lw_int(lw, 1);
	for (size_t i = 0; i < s->cases.n && lw_marks(lw); i++)
		other = expr_binary(lw->arena, EXPR_LAND, type_c_int(lw->types), other,
		                    lw_not(lw, test(lw, value, &s->cases.at[i])));
	lw_mark_value(lw, MARK_SWITCH, clang_getRangeStart(clang_getCursorExtent(c)), value, other);
	for (size_t i = 0; i < s->cases.n; i++)
		lw_goto_if(lw, s->cases.at[i].label, test(lw, value, &s->cases.at[i]), NULL);
	lw_goto(lw, s->otherwise != NO_LABEL ? s->otherwise : lw->break_label);
}

void lw_switch_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	if (kids.n < 2)
		return;
	struct loc loc = lw->loc;
	uint32_t outer = lw->break_label;
	lw->break_label = lw_label_new(lw);
	lw_block_open(lw);
	const struct expr *value = lw_value(lw, kids.at[kids.n - 2]);
	if (!value || !type_is_integer(value->type))
		value = lw_int(lw, 0);
	value = lw_pin_value(lw, value);
	struct lw_switch s = {.parent = lw->in_switch, .type = value->type, .otherwise = NO_LABEL};
	lw->in_switch = &s;
	size_t mark = lw_mark(lw);
	lw_block_open(lw);
	lw_stmt(lw, kids.at[kids.n - 1]);
	lw_scope_close(lw);
	size_t from = lw_mark(lw);
	lw->loc = loc;
	dispatch(lw, c, &s, value);
	lw_move(lw, mark, from);
	lw->in_switch = s.parent;
	vec_free(&s.cases);
	lw_scope_close(lw);
	lw_label_here(lw, lw->break_label);
	lw->break_label = outer;
}

static const struct expr *constant(struct lw *lw, const struct type *type, CXCursor c) {
	uint64_t value = 0;
	if (!lw_eval_u64(c, &value))
		return lw_convert(lw, type, lw_value(lw, c));
	struct bits bits = type->is_signed ? bits_i64(lw->arena, type->bits, (int64_t)value)
	                                   : bits_u64(lw->arena, type->bits, value);
	return expr_const(lw->arena, type, bits);
}

void lw_case_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	struct lw_switch *s = lw->in_switch;
	if (!s || kids.n < 2) {
		lw_unsupported(lw, NULL, "a stray case");
		return;
	}
	struct lw_case k = {.label = lw_label_new(lw)};
	k.lo = constant(lw, s->type, kids.at[0]);
	if (kids.n > 2)
		k.hi = constant(lw, s->type, kids.at[1]);
	vec_push(&s->cases, k);
	lw_label_here(lw, k.label);
	lw_mark_cursor(lw, MARK_STATEMENT, c);
	lw_stmt(lw, kids.at[kids.n - 1]);
}

void lw_default_stmt(struct lw *lw, CXCursor c) {
	if (lw->in_switch) {
		lw->in_switch->otherwise = lw_label_new(lw);
		lw_label_here(lw, lw->in_switch->otherwise);
	}
	lw_mark_cursor(lw, MARK_STATEMENT, c);
	lw_stmt(lw, lw_last_kid(lw, c));
}
