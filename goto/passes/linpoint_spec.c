/* The specification as ghost code: it can be tried without changing anything. */
#include "goto/passes/linpoint_spec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/text/diag.h"

enum { MAX_DEPTH = 20 }; /* of calls in the specification */

void linpoint_fail(struct linpoint_insertion *p, const char *format, ...) {
	char text[300];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!p->failed)
		p->failed = intern(text);
}

const char *linpoint_callee(const struct ins *in) {
	bool direct = in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL &&
	              in->rhs->symbol->storage == STORAGE_FUNCTION;
	return direct ? in->rhs->symbol->name : "";
}

uint32_t linpoint_number(const struct ins *in) {
	const struct expr *e = in->nargs ? in->arg[0] : NULL;
	while (e && e->kind == EXPR_CAST)
		e = e->arg[0];
	uint64_t n = e && e->kind == EXPR_CONST ? (uint64_t)bits_to_i64(e->bits) : MAX_OPERATIONS;
	return n < MAX_OPERATIONS ? (uint32_t)n : MAX_OPERATIONS;
}

const struct expr *linpoint_value(struct linpoint_insertion *p, struct symbol *s) {
	return expr_symbol(p->arena, s);
}

const struct expr *linpoint_int(struct linpoint_insertion *p, uint64_t n) {
	return expr_u64(p->arena, p->type_int, n);
}

const struct expr *linpoint_is(struct linpoint_insertion *p, struct symbol *s, uint64_t n) {
	return expr_binary(p->arena, EXPR_EQ, p->type_int, linpoint_value(p, s), linpoint_int(p, n));
}

void linpoint_set(struct linpoint_insertion *p, struct symbol *s, const struct expr *value) {
	rewrite_add(&p->rewrite, (struct ins){.kind = INS_ASSIGN,
	                                      .lhs = linpoint_value(p, s),
	                                      .rhs = value,
	                                      .ghost = true,
	                                      .loc = p->loc});
}

void linpoint_assert(struct linpoint_insertion *p, const struct expr *condition, const char *text) {
	uint32_t property =
	    prog_add_property(p->prog, p->function, PROPERTY_LINEARIZABILITY, p->loc, text);
	rewrite_add(&p->rewrite, (struct ins){.kind = INS_ASSERT,
	                                      .rhs = condition,
	                                      .property = property,
	                                      .ghost = true,
	                                      .loc = p->loc});
}

/* --- Ghost variables, and what belongs to the specification. --- */

static struct symbol *ghost(struct linpoint_insertion *p, const char *name,
                            const struct type *type) {
	struct symbol *s =
	    prog_add_symbol(p->prog, name, type_unatomic(p->prog->types, type), STORAGE_THREAD);
	s->display = s->name;
	return s;
}

static void find_results(struct linpoint_insertion *p, uint32_t number) {
	struct linpoint_spec *s = &p->spec.at[number];
	const struct function *f = s->function;
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		if (ins_intrinsic(in) != INTRINSIC_RESULT)
			continue;
		if (linpoint_number(in) != number)
			linpoint_fail(p, "%s gives the result of another operation", f->symbol->display);
		bool first = !s->kept.n;
		for (uint32_t k = 1; k < in->nargs && k <= s->kept.n; k++)
			if (in->arg[k]->type->bits != s->kept.at[k - 1]->type->bits)
				linpoint_fail(p, "results of %s that differ in type", f->symbol->display);
		for (uint32_t k = 1; k < in->nargs; k++) {
			if (in->arg[k]->type->kind == TYPE_FLOAT || !type_is_scalar(in->arg[k]->type))
				linpoint_fail(p, "a result of the specification that is neither an integer nor a "
				                 "pointer");
			else if (first)
				vec_push(&s->kept, ghost(p, intern_printf("__mt_kept_%u_%u", number, k - 1),
				                         in->arg[k]->type));
		}
		if (s->kept.n + 1 != in->nargs)
			linpoint_fail(p, "results of %s that differ in number", f->symbol->display);
	}
}

static void add_spec(struct linpoint_insertion *p, struct function *f) {
	char *end;
	const char *digits = f->symbol->name + strlen(SPEC_PREFIX);
	unsigned long number = strtoul(digits, &end, 10);
	if (*digits < '0' || *digits > '9' || *end || number >= MAX_OPERATIONS)
		return;
	while (p->spec.n <= number)
		vec_push(&p->spec, ((struct linpoint_spec){0}));
	struct linpoint_spec *s = &p->spec.at[number];
	s->function = f;
	for (uint32_t k = 0; k < f->nparams; k++) {
		const struct type *t = f->local.at[k]->type;
		if (!type_is_scalar(t))
			linpoint_fail(p, "an argument of %s that is no scalar", f->symbol->display);
		else
			vec_push(&s->arg, ghost(p, intern_printf("__mt_arg_%lu_%u", number, k), t));
	}
	find_results(p, (uint32_t)number);
}

bool linpoint_is_spec(const struct linpoint_insertion *p, const struct function *f) {
	return map_get(&p->is_spec, f->symbol->id, NULL);
}

static bool is_error_call(const char *name) {
	return !strcmp(name, "__assert_fail") || !strcmp(name, "__VERIFIER_error") ||
	       !strcmp(name, "reach_error");
}

/* What a trial cannot undo, and what would end paths instead of failing, is refused. */
static void take_function(struct linpoint_insertion *p, struct function *f, uint32_t depth) {
	if (depth > MAX_DEPTH)
		linpoint_fail(p, "recursion in the specification (%s)", f->symbol->display);
	if (p->failed)
		return;
	map_put(&p->is_spec, f->symbol->id, true);
	for (size_t i = 0; i < f->ins.n && !p->failed; i++) {
		const struct ins *in = &f->ins.at[i];
		const char *name = linpoint_callee(in);
		if (in->kind == INS_HAVOC || (in->rhs && in->rhs->kind == EXPR_NONDET))
			linpoint_fail(p, "inputs in the specification (%s)", f->symbol->display);
		if (in->kind == INS_GOTO && in->target <= i) /* it could run for ever, and nothing else */
			linpoint_fail(p, "a loop in the specification (%s)", f->symbol->display);
		if (in->kind == INS_ATOMIC_BEGIN && in->rhs)
			linpoint_fail(p, "a wait in the specification (%s)", f->symbol->display);
		if (in->kind != INS_CALL || ins_intrinsic(in) == INTRINSIC_RESULT || is_error_call(name))
			continue;
		if (ins_intrinsic(in) == INTRINSIC_CHOOSE && in->nargs == 1)
			p->may_choose = true;
		else if (!*name)
			linpoint_fail(p, "a call through a pointer in the specification");
		else if (!in->rhs->symbol->function || in->rhs->symbol->function->is_model)
			linpoint_fail(p, "the specification calls %s", in->rhs->symbol->display);
		else
			take_function(p, in->rhs->symbol->function, depth + 1);
	}
}

/* What a function mentions: variables of static storage, and functions that it may call. */
struct mentions {
	const struct linpoint_insertion *p;
	struct map seen;     /* functions: symbol id -> true */
	struct map variable; /* symbol id -> true */
	struct map address;  /* the same, of variables whose address is all that is used */
	struct map target;   /* types that pointers are followed to: id -> true */
};

static void mention_function(struct mentions *m, const struct function *f);

static void mention(struct mentions *m, const struct expr *e, bool is_init) {
	if (!e)
		return;
	const struct symbol *s = e->kind == EXPR_SYMBOL ? e->symbol : NULL;
	if (s && s->storage == STORAGE_STATIC && !s->is_constant && !is_init)
		map_put(&m->variable, s->id, true);
	if (e->kind == EXPR_DEREF)
		map_put(&m->target, e->type->id, true);
	const struct symbol *at =
	    e->kind == EXPR_ADDR && e->arg[0]->kind == EXPR_SYMBOL ? e->arg[0]->symbol : NULL;
	if (at && at->storage == STORAGE_STATIC) {
		map_put(&m->address, at->id, true);
		return;
	}
	if (s && s->function && strncmp(s->name, SPEC_PREFIX, strlen(SPEC_PREFIX)))
		mention_function(m, s->function);
	for (uint32_t i = 0; i < e->nargs; i++)
		mention(m, e->arg[i], is_init);
}

static void mention_function(struct mentions *m, const struct function *f) {
	if (map_get(&m->seen, f->symbol->id, NULL))
		return;
	map_put(&m->seen, f->symbol->id, true);
	bool is_init = f->symbol == m->p->prog->init;
	for (size_t i = 0; i < f->ins.n; i++) {
		mention(m, f->ins.at[i].lhs, is_init);
		mention(m, f->ins.at[i].rhs, is_init);
		for (uint32_t k = 0; k < f->ins.at[i].nargs; k++)
			mention(m, f->ins.at[i].arg[k], is_init);
	}
}

static void forget(struct mentions *m) {
	map_free(&m->seen);
	map_free(&m->variable);
	map_free(&m->address);
	map_free(&m->target);
}

/* The specification has functions and variables of its own, which the rest of the program does not
 * use. */
static void check_apart(struct linpoint_insertion *p) {
	struct mentions own = {.p = p}, others = {.p = p};
	for (size_t i = 0; i < p->spec.n; i++)
		if (p->spec.at[i].function)
			mention_function(&own, p->spec.at[i].function);
	mention_function(&others, p->prog->init->function);
	mention_function(&others, p->prog->entry->function);
	for (size_t i = 0; i < p->prog->symbol.n; i++) {
		struct symbol *s = p->prog->symbol.at[i];
		bool is_others =
		    map_get(&others.variable, s->id, NULL) || map_get(&others.address, s->id, NULL);
		bool is_followed = s->storage == STORAGE_STATIC && map_get(&own.address, s->id, NULL) &&
		                   map_get(&own.target, s->type->id, NULL);
		s->is_spec = map_get(&own.variable, s->id, NULL) || (is_followed && !is_others);
		if (is_others && (s->is_spec || is_followed))
			linpoint_fail(p,
			              "the specification uses '%s' of the library: it needs variables of "
			              "its own",
			              s->display);
		if (s->function && !s->function->is_model && map_get(&own.seen, s->id, NULL) &&
		    map_get(&others.seen, s->id, NULL))
			linpoint_fail(p,
			              "the specification uses %s of the library: it needs functions of its "
			              "own",
			              s->display);
	}
	forget(&own);
	forget(&others);
}

void linpoint_spec_open(struct linpoint_insertion *p) {
	p->ghost.current = ghost(p, "__mt_current", p->type_int);
	p->ghost.passed = ghost(p, "__mt_passed", p->type_int);
	p->ghost.trial = ghost(p, "__mt_trial", p->type_int);
	p->ghost.ends = ghost(p, "__mt_ends", p->type_int);
	p->ghost.changes = ghost(p, "__mt_changes", p->type_int);
	p->ghost.resulted = ghost(p, "__mt_resulted", p->type_int);
	p->ghost.chosen = ghost(p, "__mt_chosen", p->type_int);
	for (size_t i = 0; i < p->prog->function.n; i++)
		if (!strncmp(p->prog->function.at[i]->symbol->name, SPEC_PREFIX, strlen(SPEC_PREFIX)))
			add_spec(p, p->prog->function.at[i]);
	check_apart(p);
	for (size_t i = 0; i < p->spec.n; i++)
		if (p->spec.at[i].function)
			take_function(p, p->spec.at[i].function, 0);
}

void linpoint_spec_close(struct linpoint_insertion *p) {
	for (size_t i = 0; i < p->spec.n; i++) {
		vec_free(&p->spec.at[i].arg);
		vec_free(&p->spec.at[i].kept);
	}
	vec_free(&p->spec);
	map_free(&p->is_spec);
}

/* --- Rewriting. --- */

/* The function ends, and so do its callers. */
static void leave(struct linpoint_insertion *p, const struct expr *condition) {
	struct ins in = {.kind = INS_GOTO,
	                 .rhs = condition,
	                 .target = (uint32_t)p->function->ins.n - 1,
	                 .hidden = true,
	                 .ghost = true,
	                 .loop = NO_LOOP,
	                 .loc = p->loc};
	rewrite_keep(&p->rewrite, in);
}

/* The trial ends here.  A result that it has given is none; one of an earlier point still is. */
static void end_trial(struct linpoint_insertion *p) {
	linpoint_set(p, p->ghost.passed,
	             expr_cond(p->arena, linpoint_value(p, p->ghost.resulted),
	                       linpoint_int(p, PASSED_NONE), linpoint_value(p, p->ghost.passed)));
	linpoint_set(p, p->ghost.ends, linpoint_int(p, 1));
	leave(p, NULL);
}

static const struct expr *root(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	return lvalue;
}

static const struct expr *negation(struct linpoint_insertion *p, const struct expr *e) {
	return expr_unary(p->arena, EXPR_LNOT, p->type_int, e);
}

/* Before a write to 'lvalue': a trial ends if that outlives the call. */
static void before_write(struct linpoint_insertion *p, const struct expr *lvalue) {
	const struct expr *at = root(lvalue);
	uint32_t skip = 0;
	if (at->kind == EXPR_SYMBOL && at->symbol->storage == STORAGE_AUTO)
		return;
	if (at->kind == EXPR_DEREF) {
		const struct expr *pointer = at->arg[0];
		const struct expr *lasts =
		    expr_binary(p->arena, EXPR_LOR, p->type_int,
		                expr_builtin(p->arena, BUILTIN_IS_STATIC, p->type_int, 1, &pointer),
		                expr_builtin(p->arena, BUILTIN_IS_HEAP, p->type_int, 1, &pointer));
		skip = rewrite_jump(&p->rewrite, negation(p, lasts), p->loc);
	}
	linpoint_set(p, p->ghost.changes, linpoint_int(p, 1));
	uint32_t goes_on = rewrite_jump(&p->rewrite, linpoint_is(p, p->ghost.trial, 0), p->loc);
	end_trial(p);
	rewrite_land(&p->rewrite, goes_on);
	if (at->kind == EXPR_DEREF)
		rewrite_land(&p->rewrite, skip);
}

/* Undefined: a trial ends, and otherwise the trial before would have. */
static void assume(struct linpoint_insertion *p, const struct expr *condition) {
	const struct expr *trial = linpoint_value(p, p->ghost.trial);
	linpoint_assert(p, expr_binary(p->arena, EXPR_LOR, p->type_int, trial, condition),
	                "the specification allows the call at its linearization point");
	uint32_t goes_on = rewrite_jump(&p->rewrite, condition, p->loc);
	end_trial(p);
	rewrite_land(&p->rewrite, goes_on);
}

static void keep_results(struct linpoint_insertion *p, const struct ins *in) {
	const struct linpoint_spec *s = &p->spec.at[linpoint_number(in)];
	for (size_t k = 0; k < s->kept.n; k++)
		linpoint_set(p, s->kept.at[k], expr_cast(p->arena, s->kept.at[k]->type, in->arg[k + 1]));
	linpoint_set(p, p->ghost.passed, linpoint_int(p, PASSED_SAME));
	linpoint_set(p, p->ghost.resulted, linpoint_int(p, 1));
}

/* The number that is chosen, if there are so many. */
static void choose(struct linpoint_insertion *p, const struct ins *in) {
	const struct expr *chosen = linpoint_value(p, p->ghost.chosen);
	if (!in->lhs)
		return;
	const struct expr *is_one = expr_binary(p->arena, EXPR_LT, p->type_int, chosen,
	                                        expr_cast(p->arena, p->type_int, in->arg[0]));
	const struct expr *value = expr_cond(p->arena, is_one, chosen, linpoint_int(p, 0));
	rewrite_add(&p->rewrite, (struct ins){.kind = INS_ASSIGN,
	                                      .lhs = in->lhs,
	                                      .rhs = expr_cast(p->arena, in->lhs->type, value),
	                                      .ghost = true,
	                                      .loc = in->loc});
}

static void rewrite_instruction(struct linpoint_insertion *p, struct ins in) {
	p->loc = in.loc;
	if (in.kind == INS_ASSUME) {
		assume(p, in.rhs);
		return;
	}
	if (ins_intrinsic(&in) == INTRINSIC_RESULT) {
		keep_results(p, &in);
		return;
	}
	if ((in.kind == INS_ASSIGN || in.kind == INS_CALL) && in.lhs)
		before_write(p, in.lhs);
	if (ins_intrinsic(&in) == INTRINSIC_CHOOSE) {
		choose(p, &in);
		return;
	}
	rewrite_keep(&p->rewrite, in);
	if (in.kind == INS_CALL)
		leave(p, linpoint_value(p, p->ghost.ends));
}

void linpoint_spec_rewrite(struct linpoint_insertion *p) {
	for (size_t i = 0; i < p->prog->function.n; i++) {
		struct function *f = p->prog->function.at[i];
		if (!linpoint_is_spec(p, f))
			continue;
		p->function = f;
		rewrite_open(&p->rewrite, f);
		for (uint32_t pc = 0; pc < f->ins.n; pc++) {
			rewrite_at(&p->rewrite, pc);
			rewrite_instruction(p, f->ins.at[pc]);
		}
		rewrite_close(&p->rewrite);
	}
}
