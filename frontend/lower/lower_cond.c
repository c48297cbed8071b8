/* && || ?: and branches.  The operand that may be skipped is lowered in a scope of its own; if it
 * needed no instruction the whole is an expression, otherwise the jump around it is put before
 * it afterwards.
 */
#include "frontend/lower/lower_expr.h"

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_complex.h"
#include "frontend/code/lower_mark.h"
#include "frontend/code/lower_value.h"

/* 0 or 1. */
static const struct expr *truth(struct lw *lw, const struct expr *e) {
	if (e->kind >= EXPR_EQ && e->kind <= EXPR_LOR)
		return e;
	if (e->kind == EXPR_LNOT)
		return e;
	const struct expr *zero = lw_dummy(lw, type_unatomic(lw->types, e->type));
	return expr_binary(lw->arena, EXPR_NE, type_c_int(lw->types), lw_convert(lw, zero->type, e),
	                   zero);
}

/* A condition must be a scalar; anything else comes from something unsupported. */
static const struct expr *condition(struct lw *lw, CXCursor c) {
	const struct expr *e = lw_value(lw, c);
	if (e && type_is_complex(e->type))
		return lw_complex_truth(lw, e);
	if (e && type_is_vector(e->type))
		return lw_unsupported(lw, type_c_int(lw->types), "a vector as a condition");
	return e && type_is_scalar(e->type) ? e : lw_int(lw, 0);
}

const struct expr *lw_logical(struct lw *lw, CXCursor c, bool is_and) {
	struct lw_kids kids = lw_kids(lw, c);
	const struct type *c_int = type_c_int(lw->types);
	const struct expr *a = condition(lw, kids.at[0]);
	size_t mark = lw_mark(lw);
	lw_scope_open(lw, false);
	const struct expr *b = condition(lw, kids.at[1]);
	if (lw_mark(lw) == mark) {
		lw_scope_close(lw);
		return expr_binary(lw->arena, is_and ? EXPR_LAND : EXPR_LOR, c_int, a, b);
	}
	/* r = decided; if (a decides) goto end; ...; r = b != 0; end: */
	struct symbol *sym = lw_new_temp(lw, c_int);
	const struct expr *r = expr_symbol(lw->arena, sym);
	lw_assign(lw, r, truth(lw, b));
	lw_scope_close(lw);
	uint32_t end = lw_label_new(lw);
	size_t from = lw_mark(lw);
	lw_declare(lw, lw->scope, (struct lw_local){.sym = sym});
	lw_assign(lw, r, lw_int(lw, !is_and));
	lw_goto_if(lw, end, is_and ? lw_not(lw, a) : a, lw_text(lw, kids.at[0]));
	lw_move(lw, mark, from);
	lw_label_here(lw, end);
	return r;
}

struct arm {
	const struct expr *value;
	bool stored; /* already in the result */
	bool has_code;
};

/* Lowers one arm; as soon as instructions are needed its value goes to the result variable. */
static struct arm arm(struct lw *lw, CXCursor whole, enum mark_kind taken, CXCursor c,
                      const struct type *type, bool force, struct symbol **result) {
	struct arm arm = {0};
	bool is_void = type->kind == TYPE_VOID;
	size_t mark = lw_mark(lw);
	lw_scope_open(lw, false);
	if (lw_marks(lw))
		lw_mark_at(lw, taken, lw_question_mark(lw, whole));
	if (is_void)
		lw_discard(lw, c);
	else
		arm.value = lw_convert(lw, type, lw_value(lw, c));
	arm.has_code = lw_mark(lw) != mark;
	if (!is_void && (arm.has_code || force)) {
		if (!*result)
			*result = lw_new_temp(lw, type);
		lw_assign(lw, expr_symbol(lw->arena, *result), arm.value);
		arm.stored = true;
	}
	lw_scope_close(lw);
	return arm;
}

const struct expr *lw_conditional(struct lw *lw, CXCursor c, bool want) {
	struct lw_kids kids = lw_kids(lw, c);
	const struct type *type = want ? lw_rvalue_type(lw, c) : type_void(lw->types);
	if (kids.n != 3)
		return lw_unsupported(lw, type, "this conditional");
	const struct expr *cond = condition(lw, kids.at[0]);
	bool is_void = type->kind == TYPE_VOID, force = type_is_record(type);
	struct symbol *result = NULL;
	size_t before = lw_mark(lw);
	struct arm a = arm(lw, c, MARK_TRUE, kids.at[1], type, force, &result);
	size_t between = lw_mark(lw);
	struct arm b = arm(lw, c, MARK_FALSE, kids.at[2], type, force || a.has_code, &result);
	if (!a.has_code && !b.has_code && !force) {
		if (is_void)
			lw_evaluate(lw, cond);
		return is_void ? NULL : expr_cond(lw->arena, cond, a.value, b.value);
	}
	/* if (!cond) goto otherwise; a; goto end; otherwise: b; end: */
	uint32_t otherwise = lw_label_new(lw), end = lw_label_new(lw);
	size_t from = lw_mark(lw);
	if (!is_void && !a.stored)
		lw_assign(lw, expr_symbol(lw->arena, result), a.value);
	lw_goto(lw, end);
	lw_label_here(lw, otherwise);
	lw_move(lw, between, from);
	from = lw_mark(lw);
	if (result)
		lw_declare(lw, lw->scope, (struct lw_local){.sym = result});
	lw_goto_if(lw, otherwise, lw_not(lw, cond), lw_text(lw, kids.at[0]));
	lw_move(lw, before, from);
	lw_label_here(lw, end);
	return result ? expr_symbol(lw->arena, result) : NULL;
}

const struct expr *lw_elvis(struct lw *lw, CXCursor c, struct lw_kids kids) {
	const struct type *type = lw_rvalue_type(lw, c);
	const struct expr *common = lw_pin_value(lw, condition(lw, kids.at[0]));
	struct symbol *result = NULL;
	size_t before = lw_mark(lw);
	common = lw_keep(lw, common, before);
	struct arm b = arm(lw, c, MARK_FALSE, kids.at[3], type, false, &result);
	const struct expr *value = lw_convert(lw, type, common);
	if (!b.has_code)
		return type->kind == TYPE_VOID ? NULL : expr_cond(lw->arena, common, value, b.value);
	uint32_t end = lw_label_new(lw);
	size_t from = lw_mark(lw);
	if (result) {
		lw_declare(lw, lw->scope, (struct lw_local){.sym = result});
		lw_assign(lw, expr_symbol(lw->arena, result), value);
	}
	lw_goto_if(lw, end, common, NULL);
	lw_move(lw, before, from);
	lw_label_here(lw, end);
	return result ? expr_symbol(lw->arena, result) : NULL;
}

static const struct expr *rest(struct lw *, CXCursor, uint32_t label, bool sense);

static void jump_if(struct lw *lw, uint32_t label, const struct expr *e, bool sense, CXCursor c) {
	if (sense ? expr_is_false(e) : expr_is_true(e))
		return; /* while (1) has no exit here, do ... while (0) no way back */
	lw_goto_if(lw, label, sense ? e : lw_not(lw, e), lw_text(lw, c));
	vec_last(&lw->code).ins.when_true = sense;
}

/* a && b (a || b) of which b, or both, need instructions: a is decided before b is evaluated. */
static const struct expr *rest_logical(struct lw *lw, CXCursor c, uint32_t label, bool sense,
                                       bool is_and) {
	struct lw_kids kids = lw_kids(lw, c);
	bool decided = !is_and; /* the value of a that settles the whole */
	uint32_t past = decided == sense ? label : lw_label_new(lw);
	size_t before = lw_mark(lw);
	const struct expr *a = rest(lw, kids.at[0], past, decided);
	size_t mark = lw_mark(lw);
	uint32_t live = (uint32_t)lw->scope->local.n;
	const struct expr *b = rest(lw, kids.at[1], label, sense);
	bool a_jumps = past != label && mark != before;
	if (a && b && lw_mark(lw) == mark && !a_jumps)
		return expr_binary(lw->arena, is_and ? EXPR_LAND : EXPR_LOR, type_c_int(lw->types), a, b);
	if (a) {
		size_t from = lw_mark(lw);
		jump_if(lw, past, a, decided, kids.at[0]);
		vec_last(&lw->code).point.live = live; /* b's temporaries are not there yet */
		lw_move(lw, mark, from);
	}
	if (past == label)
		return b;
	if (b)
		jump_if(lw, label, b, sense, kids.at[1]);
	lw_label_here(lw, past);
	return NULL;
}

/* Emits what decides 'c' early; returns what is left to test, NULL: nothing, go on if it is not
 * 'sense'. */
static const struct expr *rest(struct lw *lw, CXCursor c, uint32_t label, bool sense) {
	c = lw_skip_parens(lw, c);
	if (clang_getCursorKind(c) == CXCursor_UnaryOperator &&
	    clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_LNot) {
		const struct expr *e = rest(lw, lw_last_kid(lw, c), label, !sense);
		return e ? lw_not(lw, e) : NULL;
	}
	if (clang_getCursorKind(c) == CXCursor_BinaryOperator) {
		enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
		if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)
			return rest_logical(lw, c, label, sense, op == CXBinaryOperator_LAnd);
	}
	return condition(lw, c);
}

void lw_branch(struct lw *lw, CXCursor c, uint32_t label, bool sense) {
	const struct expr *e = rest(lw, c, label, sense);
	if (e)
		jump_if(lw, label, e, sense, c);
}
