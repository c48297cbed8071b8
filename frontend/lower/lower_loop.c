#include "frontend/lower/lower_loop.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/contract/contract_state.h"
#include "frontend/contract/contract_writes.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/lower/lower_clause.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/source/contract.h"
#include "frontend/source/cursors.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static const char prefix[] = "__CPROVER_clause_";

struct lw_loop_contract {
	struct lw_loop_contract *outer;
	bool has_label; /* that can be jumped to from outside */
	struct loc loc;
	VEC(CXCursor) invariant, assigns, decreases; /* calls */
	VEC(const struct expr *) before;             /* what decreases, at the start of an iteration */
	struct lw_scope *scope;
	struct contract_loop *shared;
	size_t havoc; /* where what the loop assigns becomes arbitrary */
	size_t body;  /* where an iteration begins */
};

/* --- Reading. --- */

static CXCursor argument(CXCursor call, unsigned i) {
	return clang_Cursor_getArgument(call, i);
}

static bool is_clause(struct lw *lw, CXCursor c, const char *name) {
	if (clang_getCursorKind(c) != CXCursor_IfStmt)
		return false;
	struct lw_kids kids = lw_kids(lw, c);
	const char *called = kids.n == 3 && clang_getCursorKind(kids.at[0]) == CXCursor_CallExpr
	                         ? lw_spelling(kids.at[0])
	                         : "";
	return !strncmp(called, prefix, sizeof prefix - 1) && !strcmp(called + sizeof prefix - 1, name);
}

/* Jumps from outside would go around the beginning. */
static enum CXChildVisitResult find_label(CXCursor c, CXCursor parent, CXClientData data) {
	enum CXCursorKind kind = clang_getCursorKind(c);
	(void)parent;
	if (kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt)
		*(bool *)data = true;
	return kind == CXCursor_SwitchStmt || clang_isExpression(kind) ? CXChildVisit_Continue
	                                                               : CXChildVisit_Recurse;
}

struct lw_loop_contract *lw_loop_clauses(struct lw *lw, CXCursor loop, CXCursor *body) {
	struct lw_loop_contract *c = NULL;
	if (!lw->fe->config->loop_contracts)
		return NULL;
	for (;; *body = lw_kids(lw, *body).at[2]) {
		bool invariant = is_clause(lw, *body, "loop_invariant");
		bool assigns = is_clause(lw, *body, "loop_assigns");
		if (!invariant && !assigns && !is_clause(lw, *body, "decreases"))
			break;
		if (!c) {
			c = mem_alloc(sizeof *c);
			clang_visitChildren(loop, find_label, &c->has_label);
			c->loc = lw->loc;
		}
		CXCursor call = lw_kids(lw, *body).at[0];
		if (invariant)
			vec_push(&c->invariant, call);
		else if (assigns)
			vec_push(&c->assigns, call);
		else
			vec_push(&c->decreases, call);
	}
	if (c && !c->invariant.n) {
		lw_at(lw, c->assigns.n ? c->assigns.at[0] : c->decreases.at[0]);
		fatal(EXIT_INPUT, lw->loc, "a loop with a contract needs a __CPROVER_loop_invariant");
	}
	return c;
}

/* --- Clauses. --- */

static void invariants(struct lw *lw, struct lw_loop_contract *c, bool is_assumed,
                       const char *when) {
	struct loc loc = lw->loc;
	for (size_t i = 0; i < c->invariant.n; i++) {
		CXCursor call = c->invariant.at[i];
		lw_at(lw, call);
		const char *text = contract_written(lw->fe, lw->loc, lw_text_argument(lw, call, 0));
		if (clang_Cursor_getNumArguments(call) != 2)
			fatal(EXIT_INPUT, lw->loc, "__CPROVER_loop_invariant has one condition");
		lw_clause(lw, argument(call, 1), is_assumed, PROPERTY_LOOP_CONTRACT,
		          intern_printf("__CPROVER_loop_invariant(%s)", text),
		          intern_printf("invariant '%s' of the loop %s", text, when));
	}
	lw->loc = loc;
}

/* The values of all __CPROVER_decreases, as temporaries of the scope around the loop. */
static void measure(struct lw *lw, struct lw_loop_contract *c, const struct expr **values) {
	size_t n = 0;
	bool wraps = lw->wraps;
	lw->wraps = true;
	for (size_t i = 0; i < c->decreases.n; i++) {
		CXCursor call = c->decreases.at[i];
		for (int k = 1; k < clang_Cursor_getNumArguments(call); k++) {
			lw_at(lw, call);
			const struct expr *e = lw_value(lw, argument(call, (unsigned)k));
			if (!e || !type_is_integer(e->type))
				fatal(EXIT_INPUT, lw->loc, "what __CPROVER_decreases names has to be an integer");
			values[n] = lw_temp_in(lw, c->scope, e->type);
			lw_assign(lw, values[n++], e);
		}
	}
	lw->wraps = wraps;
}

static size_t count_decreases(const struct lw_loop_contract *c) {
	size_t n = 0;
	for (size_t i = 0; i < c->decreases.n; i++)
		n += (size_t)clang_Cursor_getNumArguments(c->decreases.at[i]) - 1;
	return n;
}

/* The first that has changed is smaller, and was not below zero. */
static void check_decreases(struct lw *lw, struct lw_loop_contract *c) {
	size_t n = count_decreases(c);
	struct loc loc = lw->loc;
	if (!n)
		return;
	const struct type *integer = type_c_int(lw->types);
	const struct expr **now = arena_array(lw->arena, const struct expr *, n);
	lw_scope_open(lw, false);
	measure(lw, c, now);
	const struct expr *smaller = lw_int(lw, 0);
	for (size_t i = n; i-- > 0;) {
		const struct expr *old = c->before.at[i];
		const struct expr *less = lw_arith(lw, EXPR_LT, now[i], old);
		const struct expr *zero = lw_convert(lw, old->type, lw_int(lw, 0));
		if (old->type->is_signed)
			less =
			    expr_binary(lw->arena, EXPR_LAND, integer, less, lw_arith(lw, EXPR_GE, old, zero));
		const struct expr *same =
		    expr_binary(lw->arena, EXPR_LAND, integer, lw_arith(lw, EXPR_EQ, now[i], old), smaller);
		smaller = expr_binary(lw->arena, EXPR_LOR, integer, less, same);
	}
	lw_at(lw, c->decreases.at[0]);
	const char *text = lw_text_argument(lw, c->decreases.at[0], 0);
	uint32_t p = prog_add_property(
	    lw->fe->prog, lw->f, PROPERTY_LOOP_CONTRACT, lw->loc,
	    intern_printf("'%s' of __CPROVER_decreases does not become smaller, or falls below zero",
	                  text));
	lw_emit(lw, (struct ins){.kind = INS_ASSERT,
	                         .rhs = smaller,
	                         .property = p,
	                         .text = intern_printf("__CPROVER_decreases(%s)", text)});
	lw_scope_close(lw);
	lw->loc = loc;
}

const struct expr *lw_loop_entry(struct lw *lw, CXCursor call) {
	uint64_t known;
	if (!lw->loop)
		fatal(EXIT_INPUT, lw->loc, "__CPROVER_loop_entry has a meaning only in clauses of loops");
	if (lw_cursors_get(&lw->local, call, &known))
		return expr_symbol(lw->arena, (struct symbol *)(uintptr_t)known);
	const struct expr *e = lw_value(lw, argument(call, 0));
	if (!e || !type_is_scalar(e->type))
		fatal(EXIT_INPUT, lw->loc, "__CPROVER_loop_entry is about a number or pointer");
	const struct expr *t = lw_temp_in(lw, lw->loop->scope, e->type);
	lw_assign(lw, t, e);
	lw_cursors_put(&lw->local, call, map_key(t->symbol));
	return t;
}

/* --- What the loop assigns. --- */

static const struct expr *ghost(struct lw *lw, const struct type *type) {
	return expr_symbol(lw->arena, contract_ghost(lw->fe, type));
}

static void set_ghost(struct lw *lw, const struct expr *to, const struct expr *value) {
	lw_assign(lw, to, value);
	vec_last(&lw->code).ins.hidden = true;
}

/* One target: a call of __CPROVER_object_whole and its like, or an lvalue. */
static void target(struct lw *lw, struct lw_loop_contract *c, CXCursor e) {
	static const char *const forms[] = {"__CPROVER_object_whole", "__CPROVER_object_from",
	                                    "__CPROVER_object_upto"};
	const struct type *pointer = type_void_pointer(lw->types), *bytes = type_size(lw->types);
	const struct expr *base, *size;
	const char *called = clang_getCursorKind(e) == CXCursor_CallExpr ? lw_spelling(e) : "";
	int form = -1;
	for (int k = 0; k < 3; k++)
		if (!strcmp(called, forms[k]))
			form = k;
	if (form >= 0) {
		const struct expr *p = lw_value(lw, argument(e, 0));
		if (!p || p->type->kind != TYPE_POINTER)
			fatal(EXIT_INPUT, lw->loc, "%s is about a pointer", forms[form]);
		p = lw_save(lw, lw_convert(lw, pointer, p));
		const struct expr *from = expr_builtin(lw->arena, BUILTIN_OFFSET, lw_ptrdiff(lw), 1, &p);
		const struct expr *all = expr_builtin(lw->arena, BUILTIN_OBJECT_SIZE, bytes, 1, &p);
		const struct type *chars = type_pointer(lw->types, type_char(lw->types));
		base = form ? p
		            : lw_convert(lw, pointer,
		                         lw_pointer_add(lw, lw_convert(lw, chars, p), from, true));
		if (form == 2)
			size = lw_convert(lw, bytes, lw_value(lw, argument(e, 1)));
		else
			size = form ? lw_arith(lw, EXPR_SUB, all, lw_convert(lw, bytes, from)) : all;
	} else {
		while (clang_getCursorKind(e) == CXCursor_UnexposedExpr ||
		       clang_getCursorKind(e) == CXCursor_ParenExpr)
			e = lw_last_kid(lw, e);
		const struct expr *lvalue = lw_lvalue(lw, e);
		if (!lvalue || !expr_is_lvalue(lvalue) || !lvalue->type->size)
			fatal(EXIT_INPUT, lw->loc, "__CPROVER_loop_assigns lists what can be assigned");
		base = lw_convert(lw, pointer, lw_addr(lw, lvalue));
		size = lw_size(lw, lvalue->type->size);
	}
	const struct expr *b = ghost(lw, pointer), *n = ghost(lw, bytes);
	set_ghost(lw, b, base);
	set_ghost(lw, n, size);
	vec_push(&c->shared->range, ((struct contract_range){b->symbol, n->symbol}));
}

void lw_loop_begin(struct lw *lw, struct lw_loop_contract *c) {
	c->scope = lw->scope;
	c->outer = lw->loop;
	lw->loop = c;
	c->shared = mem_alloc(sizeof *c->shared);
	c->shared->function = lw->f;
	c->shared->loc = c->loc;
	c->shared->marker = contract_ghost(lw->fe, type_c_int(lw->types));
	vec_push(&contract_state(lw->fe)->loop, c->shared);
	invariants(lw, c, false, "does not hold at its beginning");
	for (size_t i = 0; i < c->assigns.n; i++) {
		lw_at(lw, c->assigns.at[i]);
		c->shared->clause = lw_text_argument(lw, c->assigns.at[i], 0);
		for (int k = 1; k < clang_Cursor_getNumArguments(c->assigns.at[i]); k++)
			target(lw, c, argument(c->assigns.at[i], (unsigned)k));
	}
	lw->loc = c->loc;
	set_ghost(lw, expr_symbol(lw->arena, c->shared->marker), lw_int(lw, 1));
	c->havoc = lw_mark(lw);
	invariants(lw, c, true, "");
	const struct expr **now = arena_array(lw->arena, const struct expr *, count_decreases(c) + 1);
	measure(lw, c, now);
	for (size_t i = 0; i < count_decreases(c); i++)
		vec_push(&c->before, now[i]);
	c->body = lw_mark(lw);
	lw->loop = c->outer; /* of the body */
}

void lw_loop_again(struct lw *lw, struct lw_loop_contract *c) {
	lw->loop = c;
	lw->loc = c->loc;
	invariants(lw, c, false, "is not preserved by an iteration");
	check_decreases(lw, c);
	lw->loop = c->outer;
	if (c->has_label) /* the next iteration would not be one from the beginning */
		lw_unsupported(lw, NULL, "a loop contract around a label or case that can be jumped to");
	lw_emit(lw, (struct ins){.kind = INS_ASSUME, .rhs = lw_int(lw, 0), .hidden = true});
}

/* --- What an iteration writes. --- */

struct written { /* variables by name, and pointers to objects */
	VEC(struct symbol *) variable, pointer;
	const char *problem; /* what cannot be told */
};

static void add_symbol(struct symbol ***at, size_t *n, size_t *cap, struct symbol *s) {
	for (size_t i = 0; i < *n; i++)
		if ((*at)[i] == s)
			return;
	*at = vec_room(*at, cap, *n + 1, sizeof **at);
	(*at)[(*n)++] = s;
}
#define ADD(list, s) add_symbol(&(list)->at, &(list)->n, &(list)->cap, (s))

static const struct expr *root_of(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	return lvalue;
}

/* The variable whose value, perhaps with an offset, is the pointer; NULL: it is computed
 * otherwise. */
static struct symbol *pointer_variable(const struct expr *p) {
	while (p->kind == EXPR_CAST || p->kind == EXPR_PTRADD ||
	       (p->kind == EXPR_ADDR && root_of(p->arg[0])->kind == EXPR_DEREF)) {
		if (p->kind == EXPR_CAST && p->arg[0]->type->kind != TYPE_POINTER)
			return NULL;
		p = p->kind == EXPR_ADDR ? root_of(p->arg[0])->arg[0] : p->arg[0];
	}
	return p->kind == EXPR_SYMBOL ? p->symbol : NULL;
}

static bool is_declared(const struct lw *lw, size_t from, const struct symbol *s) {
	for (size_t i = from; i < lw->code.n; i++)
		if (!lw->code.at[i].is_label && lw->code.at[i].ins.kind == INS_DECL &&
		    lw->code.at[i].ins.sym == s)
			return true;
	return false;
}

static const struct expr *written_by(const struct lw_ins *i) {
	if (i->is_label ||
	    (i->ins.kind != INS_ASSIGN && i->ins.kind != INS_HAVOC && i->ins.kind != INS_CALL))
		return NULL;
	return i->ins.lhs;
}

/* Must the write be looked for in the targets of the clause? */
static bool needs_target(struct lw *lw, const struct lw_loop_contract *c, const struct expr *lhs) {
	const struct expr *root = root_of(lhs);
	if (!c->assigns.n)
		return false;
	return root->kind != EXPR_SYMBOL ||
	       (!type_is_scalar(root->symbol->type) && !root->symbol->is_temp &&
	        !is_declared(lw, c->body, root->symbol));
}

static void find_written(struct lw *lw, struct lw_loop_contract *c, struct written *w) {
	for (size_t i = c->body; i < lw->code.n; i++) {
		const struct expr *lhs = written_by(&lw->code.at[i]);
		if (!lhs || needs_target(lw, c, lhs))
			continue;
		const struct expr *root = root_of(lhs);
		if (root->kind == EXPR_SYMBOL) {
			if (!is_declared(lw, c->body, root->symbol) && !root->symbol->is_model)
				ADD(&w->variable, root->symbol);
			continue;
		}
		struct symbol *p = pointer_variable(root->arg[0]);
		if (p && !is_declared(lw, c->body, p))
			ADD(&w->pointer, p);
		else
			w->problem =
			    "a loop contract without __CPROVER_loop_assigns: the loop writes through a "
			    "pointer that it computes";
	}
	for (size_t i = 0; i < w->pointer.n; i++)
		for (size_t k = 0; k < w->variable.n; k++)
			if (w->pointer.at[i] == w->variable.at[k])
				w->problem = "a loop contract without __CPROVER_loop_assigns: the loop writes "
				             "through a pointer that it changes";
}

/* Inserts before each write that is to lie in a target the assertion that it does. */
static void check_targets(struct lw *lw, struct lw_loop_contract *c) {
	VEC(struct lw_ins) old = {0};
	for (size_t i = c->body; i < lw->code.n; i++)
		vec_push(&old, lw->code.at[i]);
	VEC(bool) needs = {0};
	for (size_t i = c->body; i < lw->code.n; i++) {
		const struct expr *lhs = written_by(&lw->code.at[i]);
		vec_push(&needs, lhs && needs_target(lw, c, lhs));
	}
	lw->code.n = c->body;
	for (size_t i = 0; i < old.n; i++) {
		if (needs.at[i]) {
			const struct expr *lhs = written_by(&old.at[i]);
			struct contract_write write = {.lvalue = lhs};
			const char *text =
			    intern_printf("'%s' is written, which __CPROVER_loop_assigns(%s) does not list",
			                  expr_print(lw->arena, lhs), c->shared->clause);
			uint32_t p =
			    prog_add_property(lw->fe->prog, lw->f, PROPERTY_ASSIGNS, old.at[i].ins.loc, text);
			lw_emit(lw, (struct ins){.kind = INS_ASSERT,
			                         .rhs = contract_loop_allows(lw->fe, c->shared, &write),
			                         .property = p,
			                         .hidden = true,
			                         .loc = old.at[i].ins.loc});
		}
		vec_push(&lw->code, old.at[i]);
	}
	vec_free(&old);
	vec_free(&needs);
}

/* So many bytes become arbitrary, if there are any. */
static void make_bytes_arbitrary(struct lw *lw, const struct expr *base, const struct expr *size) {
	const struct type *param[] = {type_void_pointer(lw->types), type_size(lw->types)};
	const struct expr *arg[] = {base, size};
	uint32_t skip = lw_label_new(lw);
	lw_goto_if(lw, skip, lw_arith(lw, EXPR_EQ, size, lw_size(lw, 0)), NULL);
	lw_call(lw, NULL,
	        lw_named(lw, intrinsic_name(INTRINSIC_HAVOC_INPUT), type_void(lw->types), param, 2), 2,
	        arg);
	vec_last(&lw->code).ins.hidden = true;
	lw_label_here(lw, skip);
}

static void make_arbitrary(struct lw *lw, struct lw_loop_contract *c, const struct written *w) {
	const struct type *pointer = type_void_pointer(lw->types), *bytes = type_size(lw->types);
	const struct type *chars = type_pointer(lw->types, type_char(lw->types));
	for (size_t i = 0; i < w->pointer.n; i++) { /* the whole object; of none, the size is 0 */
		const struct expr *p = lw_convert(lw, pointer, expr_symbol(lw->arena, w->pointer.at[i]));
		const struct expr *from = expr_builtin(lw->arena, BUILTIN_OFFSET, lw_ptrdiff(lw), 1, &p);
		const struct expr *size = expr_builtin(lw->arena, BUILTIN_OBJECT_SIZE, bytes, 1, &p);
		const struct expr *live =
		    expr_builtin(lw->arena, BUILTIN_IS_LIVE, type_c_int(lw->types), 1, &p);
		const struct expr *start = lw_pointer_add(lw, lw_convert(lw, chars, p), from, true);
		size = expr_cond(lw->arena, live, size, lw_size(lw, 0));
		make_bytes_arbitrary(lw, lw_save(lw, lw_convert(lw, pointer, start)), lw_save(lw, size));
	}
	for (size_t i = 0; i < c->shared->range.n; i++) {
		const struct contract_range *r = &c->shared->range.at[i];
		const struct expr *arg[] = {expr_symbol(lw->arena, r->base),
		                            expr_symbol(lw->arena, r->size)};
		const struct type *integer = type_c_int(lw->types);
		const struct expr *valid = expr_builtin(lw->arena, BUILTIN_WRITABLE, integer, 2, arg);
		const struct expr *empty = lw_arith(lw, EXPR_EQ, arg[1], lw_size(lw, 0));
		lw_emit(lw,
		        (struct ins){.kind = INS_ASSERT,
		                     .rhs = expr_binary(lw->arena, EXPR_LOR, integer, empty, valid),
		                     .hidden = true,
		                     .property = prog_add_property(
		                         lw->fe->prog, lw->f, PROPERTY_ASSIGNS, lw->loc,
		                         intern_printf("__CPROVER_loop_assigns(%s) lists what may not be "
		                                       "written",
		                                       c->shared->clause))});
		make_bytes_arbitrary(lw, arg[0], arg[1]);
	}
	for (size_t i = 0; i < w->variable.n; i++)
		lw_emit(lw, (struct ins){.kind = INS_HAVOC,
		                         .lhs = expr_symbol(lw->arena, w->variable.at[i]),
		                         .hidden = w->variable.at[i]->is_temp});
}

void lw_loop_end(struct lw *lw, struct lw_loop_contract *c) {
	struct written w = {0};
	struct loc loc = lw->loc;
	lw->loc = c->loc;
	set_ghost(lw, expr_symbol(lw->arena, c->shared->marker), lw_int(lw, 0));
	find_written(lw, c, &w);
	if (c->assigns.n)
		check_targets(lw, c);
	size_t end = lw_mark(lw);
	lw->loc = c->loc;
	make_arbitrary(lw, c, &w);
	if (w.problem)
		lw_unsupported(lw, NULL, "%s", w.problem);
	lw_move(lw, c->havoc, end);
	lw->loc = loc;
	vec_free(&w.variable);
	vec_free(&w.pointer);
	vec_free(&c->invariant);
	vec_free(&c->assigns);
	vec_free(&c->decreases);
	vec_free(&c->before);
	mem_free(c);
}
