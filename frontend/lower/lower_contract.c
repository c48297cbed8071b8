/* What the functions that contract.c writes call, and quantifiers. */
#include "frontend/lower/lower_contract.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/contract/contract_state.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/lower/lower_clause.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/lower/lower_loop.h"
#include "frontend/source/clang.h"
#include "frontend/source/contract.h"
#include "frontend/source/cursors.h"
#include "frontend/units/layout.h"
#include "util/base/intern.h"
#include "util/text/affix.h"
#include "util/text/diag.h"

static CXCursor argument(CXCursor call, unsigned i) {
	return clang_Cursor_getArgument(call, i);
}

static const struct expr *builtin(struct lw *lw, enum builtin b, const struct expr *p,
                                  const struct expr *q) {
	const struct expr *arg[] = {p, q};
	return expr_builtin(lw->arena, b, type_c_int(lw->types), q ? 2 : 1, arg);
}

static const struct expr *both(struct lw *lw, const struct expr *a, const struct expr *b) {
	return expr_binary(lw->arena, EXPR_LAND, type_c_int(lw->types), a, b);
}

static const struct expr *pointer_argument(struct lw *lw, CXCursor call, unsigned i) {
	const struct expr *p = lw_value(lw, argument(call, i));
	if (!p || p->type->kind != TYPE_POINTER)
		fatal(EXIT_INPUT, lw->loc, "argument %u has to be a pointer here", i + 1);
	return lw_save(lw, lw_convert(lw, type_void_pointer(lw->types), p));
}

static const struct expr *size_argument(struct lw *lw, CXCursor call, unsigned i) {
	const struct expr *n = lw_value(lw, argument(call, i));
	if (!n || !type_is_integer(n->type))
		fatal(EXIT_INPUT, lw->loc, "argument %u has to be a number of bytes here", i + 1);
	return lw_save(lw, lw_convert(lw, type_size(lw->types), n));
}

/* --- Conditions. --- */

/* Does the body check a function against its contract? */
static bool is_enforce(const struct lw *lw) {
	return !clang_Cursor_isNull(lw->body) && starts_with(lw_spelling(lw->body), CONTRACT_ENFORCE);
}

static void condition(struct lw *lw, CXCursor call, bool is_requires) {
	bool is_assumed = is_enforce(lw) == is_requires;
	const char *text = lw_text_argument(lw, call, 1);
	const char *says =
	    intern_printf("%s '%s' of '%s' fails", is_requires ? "precondition" : "postcondition", text,
	                  lw->f->symbol->display);
	lw_clause(lw, argument(call, 0), is_assumed,
	          is_requires ? PROPERTY_PRECONDITION : PROPERTY_POSTCONDITION,
	          intern_printf("__CPROVER_%s(%s)", is_requires ? "requires" : "ensures", text), says);
}

/* An argument of the function: what a pointer without an object is, nobody wants to see. */
static void input(struct lw *lw, CXCursor call) {
	CXCursor c = argument(call, 0);
	while (clang_getCursorKind(c) == CXCursor_UnexposedExpr)
		c = lw_last_kid(lw, c);
	struct symbol *s = lw_variable(lw, clang_getCursorReferenced(c));
	if (s && s->type->kind != TYPE_POINTER)
		lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = expr_symbol(lw->arena, s)});
}

/* After "q == p": a number that is equal to a pointer to an object that was made is that pointer.
 */
static void settle(struct lw *lw, CXCursor call) {
	CXCursor c = argument(call, 0);
	while (clang_getCursorKind(c) == CXCursor_UnexposedExpr)
		c = lw_last_kid(lw, c);
	struct symbol *s = lw_variable(lw, clang_getCursorReferenced(c));
	const struct fe_contract *state = contract_state(lw->fe);
	for (size_t i = 0; s && s->type->kind == TYPE_POINTER && i < state->fresh.n; i++) {
		const struct expr *q = expr_symbol(lw->arena, s);
		const struct expr *object =
		    lw_convert(lw, s->type, expr_symbol(lw->arena, state->fresh.at[i].ghost));
		if (state->fresh.at[i].function != lw->f)
			continue;
		uint32_t skip = lw_label_new(lw);
		lw_goto_if(lw, skip, lw_not(lw, object), NULL);
		lw_goto_if(lw, skip, lw_arith(lw, EXPR_NE, q, object), NULL);
		lw_assign(lw, q, object);
		vec_last(&lw->code).ins.hidden = true;
		lw_label_here(lw, skip);
	}
}

/* What reports call a variable of ours. */
static void name_variable(struct lw *lw, CXCursor call) {
	CXCursor c = argument(call, 1);
	while (clang_getCursorKind(c) == CXCursor_UnexposedExpr)
		c = lw_last_kid(lw, c);
	struct symbol *s = lw_variable(lw, clang_getCursorReferenced(c));
	if (s)
		s->display = lw_text_argument(lw, call, 0);
}

/* --- Objects. --- */

/* 0 when the contract begins (contract_link.c): clauses that would set it may not be evaluated. */
static const struct expr *new_ghost(struct lw *lw, const struct type *type) {
	struct symbol *ghost = contract_ghost(lw->fe, type);
	const struct expr *e = expr_symbol(lw->arena, ghost);
	return e;
}

/* Another pointer of the same contract must not point to the same object. */
static const struct expr *apart_from(struct lw *lw, const struct expr *p, bool is_required) {
	const struct expr *all = lw_int(lw, 1);
	struct fe_contract *c = contract_state(lw->fe);
	for (size_t i = 0; i < c->fresh.n; i++)
		if (c->fresh.at[i].function == lw->f)
			all = both(lw, all,
			           lw_not(lw, builtin(lw, BUILTIN_SAME_OBJECT, p,
			                              expr_symbol(lw->arena, c->fresh.at[i].ghost))));
	const struct expr *ghost = new_ghost(lw, type_void_pointer(lw->types));
	vec_push(&c->fresh, ((struct contract_fresh){lw->f, ghost->symbol, is_required}));
	return all;
}

/* Where the clause is assumed: a new object, or the clause is false here. */
static const struct expr *make_fresh(struct lw *lw, CXCursor call) {
	const struct type *integer = type_c_int(lw->types);
	const struct type *param[] = {type_size(lw->types), integer};
	const struct expr *where = lw_value(lw, argument(call, 0));
	if (!where || where->type->kind != TYPE_POINTER || where->type->elem->kind != TYPE_POINTER)
		fatal(EXIT_INPUT, lw->loc, "__CPROVER_is_fresh is about a pointer");
	where = lw_save(lw, where);
	const struct expr *size = size_argument(lw, call, 1);
	const struct expr *chosen = lw_temp(lw, integer);
	const struct expr *object = lw_temp(lw, type_void_pointer(lw->types));
	uint32_t otherwise = lw_label_new(lw);
	lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = chosen, .hidden = true});
	lw_goto_if(lw, otherwise, lw_not(lw, chosen), NULL);
	/* The largest object there is. */
	const struct expr *most =
	    lw_convert(lw, size->type,
	               expr_u64(lw->arena, size->type, (UINT64_C(1) << (size->type->bits - 1)) - 1));
	lw_emit(lw, (struct ins){
	                .kind = INS_ASSUME, .rhs = lw_arith(lw, EXPR_LE, size, most), .hidden = true});
	const struct expr *arg[] = {size, lw_int(lw, 0)};
	lw_call(lw, object, lw_named(lw, intrinsic_name(INTRINSIC_ALLOC), object->type, param, 2), 2,
	        arg);
	vec_last(&lw->code).ins.hidden = true;
	const struct type *bytes[] = {object->type, size->type};
	const struct expr *content[] = {object, size};
	lw_call(lw, NULL,
	        lw_named(lw, intrinsic_name(INTRINSIC_HAVOC_INPUT), type_void(lw->types), bytes, 2), 2,
	        content);
	vec_last(&lw->code).ins.hidden = true;
	lw_assign(lw, lw_deref(lw, where), lw_convert(lw, where->type->elem, object));
	vec_last(&lw->code).ins.hidden = true;
	if (is_enforce(lw)) {
		struct fe_contract *c = contract_state(lw->fe);
		const struct expr *ghost = new_ghost(lw, object->type);
		vec_push(&c->fresh, ((struct contract_fresh){lw->f, ghost->symbol, true}));
		lw_assign(lw, ghost, object);
		vec_last(&lw->code).ins.hidden = true;
	}
	lw_label_here(lw, otherwise);
	return lw_arith(lw, EXPR_NE, chosen, lw_int(lw, 0));
}

/* Where the clause is asserted: so many bytes, apart from other objects that the contract or the
 * function speaks of; is_new: and made by the function. */
static const struct expr *is_fresh(struct lw *lw, CXCursor call, bool is_new) {
	const struct expr *p = pointer_argument(lw, call, 0), *size = size_argument(lw, call, 1);
	const struct expr *holds = builtin(lw, BUILTIN_READABLE, p, size);
	struct fe_contract *c = contract_state(lw->fe);
	holds = both(lw, holds, apart_from(lw, p, false));
	struct symbol *ghost = vec_last(&c->fresh).ghost;
	if (is_new) {
		holds = both(lw, holds, builtin(lw, BUILTIN_IS_HEAP, p, NULL));
	} else {
		const struct expr *ok = lw_temp(lw, type_c_int(lw->types));
		lw_assign(lw, ok, lw_int(lw, 1));
		vec_push(&c->apart, ((struct contract_apart){lw->f, ok->symbol, p}));
		holds = both(lw, holds, ok);
	}
	holds = lw_save(lw, holds);
	lw_assign(lw, expr_symbol(lw->arena, ghost), p);
	vec_last(&lw->code).ins.hidden = true;
	return holds;
}

static void assigns(struct lw *lw, CXCursor call) {
	struct fe_contract *c = contract_state(lw->fe);
	const struct expr *p = pointer_argument(lw, call, 0), *n = size_argument(lw, call, 1);
	const struct expr *base = new_ghost(lw, p->type), *size = new_ghost(lw, n->type);
	lw_assign(lw, base, p);
	lw_assign(lw, size, n);
	vec_push(&c->assigns, ((struct contract_range){base->symbol, size->symbol}));
}

static void frees(struct lw *lw, CXCursor call) {
	struct fe_contract *c = contract_state(lw->fe);
	const struct expr *p = pointer_argument(lw, call, 0);
	const struct expr *ghost = new_ghost(lw, p->type);
	lw_assign(lw, ghost, p);
	vec_push(&c->frees, ghost->symbol);
}

/* The lvalue behind a pointer, or so many bytes, become arbitrary. */
static void havoc(struct lw *lw, CXCursor call) {
	if (clang_Cursor_getNumArguments(call) == 1) {
		const struct expr *p = lw_save(lw, lw_value(lw, argument(call, 0)));
		lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = lw_deref(lw, p), .hidden = true});
		return;
	}
	const struct expr *arg[] = {pointer_argument(lw, call, 0), size_argument(lw, call, 1)};
	const struct type *param[] = {arg[0]->type, arg[1]->type};
	lw_call(lw, NULL, lw_named(lw, "__CPROVER_havoc_slice", type_void(lw->types), param, 2), 2,
	        arg);
}

/* --- Quantifiers. --- */

static CXCursor statement_expression(struct lw *lw, CXCursor c) {
	while (!clang_Cursor_isNull(c) && clang_getCursorKind(c) != CXCursor_StmtExpr)
		c = lw_last_kid(lw, c);
	return c;
}

struct quantifier {
	CXCursor decl, condition;
	bool is_forall;
};

/* The variable, declared once more in the scope that is open. */
static const struct expr *declare(struct lw *lw, const struct quantifier *q) {
	uint64_t known;
	CXCursor decl = lw_last_kid(lw, q->decl);
	struct symbol *s;
	if (lw_cursors_get(&lw->local, decl, &known)) {
		s = (struct symbol *)(uintptr_t)known;
	} else {
		s = lw_new_symbol(lw, lw_spelling(decl), fe_type(lw->fe, clang_getCursorType(decl)));
		s->loc = fe_cursor_loc(decl);
		lw_cursors_put(&lw->local, decl, map_key(s));
	}
	lw_declare(lw, lw->scope, (struct lw_local){.sym = s});
	return expr_symbol(lw->arena, s);
}

static const struct expr *evaluate(struct lw *lw, const struct quantifier *q) {
	const struct expr *e = lw_value(lw, q->condition);
	if (!e || !type_is_scalar(e->type))
		fatal(EXIT_INPUT, lw->loc, "what a quantifier says has to be a condition");
	return lw_arith(lw, EXPR_NE, e, lw_convert(lw, e->type, lw_int(lw, 0)));
}

/* One arbitrary value stands for all of them. */
static const struct expr *any_value(struct lw *lw, const struct quantifier *q) {
	const struct expr *result = lw_temp(lw, type_c_int(lw->types));
	lw_scope_open(lw, true);
	lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = declare(lw, q)});
	lw_assign(lw, result, evaluate(lw, q));
	lw_scope_close(lw);
	return result;
}

/* All values from 'low' on and below 'high', one after the other. */
static const struct expr *each_value(struct lw *lw, const struct quantifier *q, CXCursor low,
                                     CXCursor high) {
	const struct type *wide = type_int(lw->types, 128, true), *integer = type_c_int(lw->types);
	const struct expr *result = lw_temp(lw, integer), *at = lw_temp(lw, wide);
	const struct expr *end = lw_temp(lw, wide);
	uint32_t head = lw_label_new(lw), out = lw_label_new(lw);
	lw_assign(lw, result, lw_int(lw, q->is_forall));
	lw_assign(lw, at, lw_convert(lw, wide, lw_value(lw, low)));
	lw_assign(lw, end, lw_convert(lw, wide, lw_value(lw, high)));
	lw_label_here(lw, head);
	lw_goto_if(lw, out, lw_arith(lw, EXPR_GE, at, end), NULL);
	lw_scope_open(lw, true);
	const struct expr *variable = declare(lw, q);
	lw_assign(lw, variable, lw_convert(lw, variable->type, at));
	vec_last(&lw->code).ins.hidden = true;
	const struct expr *here = lw_save(lw, evaluate(lw, q));
	lw_assign(lw, result,
	          expr_binary(lw->arena, q->is_forall ? EXPR_LAND : EXPR_LOR, integer, result, here));
	lw_scope_close(lw);
	lw_assign(lw, at, lw_arith(lw, EXPR_ADD, at, lw_convert(lw, wide, lw_int(lw, 1))));
	lw_goto(lw, head);
	lw_label_here(lw, out);
	return result;
}

static const struct expr *quantifier(struct lw *lw, CXCursor call) {
	int n = clang_Cursor_getNumArguments(call);
	uint64_t is_forall = 0, polarity = 0;
	CXCursor body =
	    n >= 3 ? statement_expression(lw, argument(call, (unsigned)n - 1)) : clang_getNullCursor();
	struct lw_kids kids = {0};
	if (!clang_Cursor_isNull(body))
		kids = lw_kids(lw, lw_last_kid(lw, body));
	if (kids.n != 2 || clang_getCursorKind(kids.at[0]) != CXCursor_DeclStmt ||
	    !lw_eval_u64(argument(call, 0), &is_forall) || !lw_eval_u64(argument(call, 1), &polarity))
		return lw_unsupported(lw, type_c_int(lw->types), "this quantifier");
	struct quantifier q = {kids.at[0], kids.at[1], is_forall != 0};
	int sign = polarity == 1 ? 1 : polarity == 0 ? 0 : -1;
	/* Whoever asserts "all" tries an arbitrary one, and so does who assumes "some". */
	int tries_one = lw->context == LW_ASSERTED ? 1 : lw->context == LW_ASSUMED ? -1 : 0;
	if (sign * tries_one == (q.is_forall ? 1 : -1))
		return any_value(lw, &q);
	if (n == 5)
		return each_value(lw, &q, argument(call, 2), argument(call, 3));
	return lw_unsupported(
	    lw, type_c_int(lw->types),
	    "a quantifier over values without bounds, as in (0 <= i && i < n) ==> ...");
}

/* --- The table. --- */

static const struct expr *measure(struct lw *lw, CXCursor call, enum builtin b,
                                  const struct type *type) {
	const struct expr *p = pointer_argument(lw, call, 0);
	return expr_builtin(lw->arena, b, type, 1, &p);
}

bool lw_contract_call(struct lw *lw, CXCursor call, const char *name, const struct expr **value) {
	static const char prefix[] = "__CPROVER_clause_";
	if (strcmp(name, "__CPROVER_quantifier") == 0) {
		*value = quantifier(lw, call);
		return true;
	}
	if (strcmp(name, "__CPROVER_loop_entry") == 0) {
		*value = lw_loop_entry(lw, call);
		return true;
	}
	bool is_ours =
	    !clang_Cursor_isNull(lw->body) && starts_with(lw_spelling(lw->body), "__contract_");
	bool is_requires = strcmp(name, "__CPROVER_requires") == 0;
	if (is_ours && (is_requires || strcmp(name, "__CPROVER_ensures") == 0)) {
		condition(lw, call, is_requires);
		return true;
	}
	if (!is_ours || !starts_with(name, prefix))
		return false;
	name += sizeof prefix - 1;
	if (strcmp(name, "make_fresh") == 0)
		*value = make_fresh(lw, call);
	else if (strcmp(name, "is_fresh") == 0)
		*value = is_fresh(lw, call, false);
	else if (strcmp(name, "is_new") == 0)
		*value = is_fresh(lw, call, true);
	else if (strcmp(name, "assigns") == 0)
		assigns(lw, call);
	else if (strcmp(name, "frees") == 0)
		frees(lw, call);
	else if (strcmp(name, "havoc") == 0)
		havoc(lw, call);
	else if (strcmp(name, "name") == 0)
		name_variable(lw, call);
	else if (strcmp(name, "input") == 0)
		input(lw, call);
	else if (strcmp(name, "settle") == 0)
		settle(lw, call);
	else if (strcmp(name, "any") == 0)
		*value = lw_nondet(lw, call, true, NULL);
	else if (strcmp(name, "size") == 0)
		*value = measure(lw, call, BUILTIN_OBJECT_SIZE, type_size(lw->types));
	else if (strcmp(name, "offset") == 0)
		*value = measure(lw, call, BUILTIN_OFFSET, lw_ptrdiff(lw));
	else
		return false;
	return true;
}
