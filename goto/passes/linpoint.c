/* The points of a client, and its intrinsics without an engine that knows them. */
#include "goto/passes/linpoint.h"

#include "goto/passes/linpoint_spec.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

/* --- The functions that run the specification. --- */

static void add(struct linpoint_insertion *p, struct ins in) {
	in.loc = p->loc;
	in.ghost = true;
	rewrite_add(&p->rewrite, in);
}

static uint32_t jump(struct linpoint_insertion *p, const struct expr *condition) {
	return rewrite_jump(&p->rewrite, condition, p->loc);
}

static void call_spec(struct linpoint_insertion *p, const struct linpoint_spec *s) {
	const struct expr **arg = arena_array(p->arena, const struct expr *, s->arg.n + 1);
	for (size_t i = 0; i < s->arg.n; i++)
		arg[i] = linpoint_value(p, s->arg.at[i]);
	add(p, (struct ins){.kind = INS_CALL,
	                    .rhs = expr_symbol(p->arena, s->function->symbol),
	                    .arg = arg,
	                    .nargs = (uint32_t)s->arg.n});
}

static void call_current(struct linpoint_insertion *p) {
	linpoint_set(p, p->ghost.resulted, linpoint_int(p, 0));
	for (size_t k = 0; k < p->spec.n; k++) {
		if (!p->spec.at[k].function)
			continue;
		const struct expr *other =
		    expr_unary(p->arena, EXPR_LNOT, p->type_int, linpoint_is(p, p->ghost.current, k + 1));
		uint32_t skip = jump(p, other);
		call_spec(p, &p->spec.at[k]);
		rewrite_land(&p->rewrite, skip);
	}
}

/* After a trial that would change something: the same, and it does. */
static void add_change(struct linpoint_insertion *p) {
	uint32_t same = jump(p, linpoint_is(p, p->ghost.changes, 0));
	linpoint_set(p, p->ghost.passed, linpoint_int(p, PASSED_NONE));
	linpoint_set(p, p->ghost.ends, linpoint_int(p, 0));
	call_current(p);
	linpoint_assert(p, linpoint_is(p, p->ghost.passed, PASSED_SAME),
	                "the specification allows the call at its linearization point");
	linpoint_set(p, p->ghost.passed, linpoint_int(p, PASSED_CHANGED));
	rewrite_land(&p->rewrite, same);
}

static struct symbol *function_symbol(struct linpoint_insertion *p, enum intrinsic which) {
	const char *name = intrinsic_name(which);
	struct symbol *s = prog_find(p->prog, name);
	struct types *types = p->prog->types;
	if (!s)
		s = prog_add_symbol(p->prog, name,
		                    type_func(types, type_void(types), NULL, 0, false, false),
		                    STORAGE_FUNCTION);
	return s;
}

static void add_body(struct linpoint_insertion *p, enum intrinsic which, bool changes) {
	struct symbol *s = function_symbol(p, which);
	if (s->function) {
		linpoint_fail(p, "%s is defined by the program", s->name);
		return;
	}
	struct function *f = prog_add_function(p->prog, s);
	f->loop_name = s->name;
	p->function = f;
	p->loc = s->loc;
	ins_add(f, (struct ins){.kind = INS_END, .loc = p->loc});
	rewrite_open(&p->rewrite, f);
	rewrite_at(&p->rewrite, 0);
	add(p, (struct ins){.kind = INS_ATOMIC_BEGIN, .joined = true});
	uint32_t idle = jump(p, linpoint_is(p, p->ghost.current, 0)), over = 0;
	const struct expr *is_over = linpoint_is(p, p->ghost.passed, PASSED_CHANGED);
	if (changes)
		linpoint_assert(p, expr_unary(p->arena, EXPR_LNOT, p->type_int, is_over),
		                "a call has one linearization point at most");
	else
		over = jump(p, is_over);
	linpoint_set(p, p->ghost.trial, linpoint_int(p, 1));
	call_current(p);
	linpoint_set(p, p->ghost.trial, linpoint_int(p, 0));
	if (changes)
		add_change(p);
	linpoint_set(p, p->ghost.ends, linpoint_int(p, 0));
	linpoint_set(p, p->ghost.changes, linpoint_int(p, 0));
	linpoint_set(p, p->ghost.resulted, linpoint_int(p, 0));
	rewrite_land(&p->rewrite, idle);
	if (!changes)
		rewrite_land(&p->rewrite, over);
	add(p, (struct ins){.kind = INS_ATOMIC_END});
	rewrite_keep(&p->rewrite, f->ins.at[0]);
	rewrite_close(&p->rewrite);
}

/* --- Calls and returns. --- */

static const struct linpoint_spec *spec_of(struct linpoint_insertion *p, const struct ins *in) {
	uint32_t k = linpoint_number(in);
	const struct linpoint_spec *s = k < p->spec.n ? &p->spec.at[k] : NULL;
	if (s && s->function)
		return s;
	linpoint_fail(p, "an operation without a specification");
	return NULL;
}

static void rewrite_call(struct linpoint_insertion *p, const struct ins *in) {
	const struct linpoint_spec *s = spec_of(p, in);
	if (!s)
		return;
	if (s->arg.n + 1 != in->nargs) {
		linpoint_fail(p, "a call with other arguments than %s has", s->function->symbol->display);
		return;
	}
	linpoint_set(p, p->ghost.current, linpoint_int(p, linpoint_number(in) + 1));
	for (size_t i = 0; i < s->arg.n; i++)
		linpoint_set(p, s->arg.at[i], expr_cast(p->arena, s->arg.at[i]->type, in->arg[i + 1]));
}

/* Equality without loss: integers in the wider type. */
static const struct expr *equal(struct linpoint_insertion *p, const struct expr *a,
                                const struct expr *b) {
	if (!type_is_scalar(a->type) || !type_is_scalar(b->type) || a->type->kind == TYPE_FLOAT ||
	    b->type->kind == TYPE_FLOAT) {
		linpoint_fail(p, "a result that is neither an integer nor a pointer");
		return linpoint_int(p, 0);
	}
	const struct type *wide = b->type->bits > a->type->bits ? b->type : a->type;
	return expr_binary(p->arena, EXPR_EQ, p->type_int, expr_cast(p->arena, wide, a),
	                   expr_cast(p->arena, wide, b));
}

static void clear(struct linpoint_insertion *p, struct symbol *s) {
	linpoint_set(p, s, expr_u64(p->arena, s->type, 0));
}

/* What may also do something else at any time, without effect, may do so at its return. */
static void add_failure(struct linpoint_insertion *p, const struct linpoint_spec *s,
                        const struct ins *in) {
	const struct expr *is_right = linpoint_value(p, p->ghost.passed);
	for (size_t i = 0; i < s->kept.n; i++)
		is_right = expr_binary(p->arena, EXPR_LAND, p->type_int, is_right,
		                       equal(p, linpoint_value(p, s->kept.at[i]), in->arg[i + 1]));
	uint32_t skip = jump(p, is_right);
	linpoint_set(p, p->ghost.chosen, linpoint_int(p, 1));
	add(p, (struct ins){.kind = INS_CALL,
	                    .rhs = expr_symbol(p->arena, function_symbol(p, INTRINSIC_OBSERVE))});
	linpoint_set(p, p->ghost.chosen, linpoint_int(p, 0));
	rewrite_land(&p->rewrite, skip);
}

static void rewrite_return(struct linpoint_insertion *p, const struct ins *in) {
	const struct linpoint_spec *s = spec_of(p, in);
	if (!s)
		return;
	if (s->kept.n + 1 != in->nargs) {
		linpoint_fail(p, "a return with other results than %s has", s->function->symbol->display);
		return;
	}
	if (p->may_choose)
		add_failure(p, s, in);
	linpoint_assert(p, linpoint_value(p, p->ghost.passed),
	                "the call passes a linearization point before it returns");
	for (size_t i = 0; i < s->kept.n; i++)
		linpoint_assert(p, equal(p, linpoint_value(p, s->kept.at[i]), in->arg[i + 1]),
		                "the call returns what the specification does at its linearization point");
	for (size_t i = 0; i < s->kept.n; i++)
		clear(p, s->kept.at[i]);
	for (size_t i = 0; i < s->arg.n; i++)
		clear(p, s->arg.at[i]);
	clear(p, p->ghost.passed);
	clear(p, p->ghost.current);
}

/* A number below 'n' (64 bits), or one whose bit is in 'mask'; else 'otherwise'. */
static void choose(struct linpoint_insertion *p, const struct ins *in, const struct expr *mask,
                   const struct expr *n, const struct expr *otherwise) {
	struct types *types = p->prog->types;
	const struct type *wide = type_int(types, 64, false);
	struct symbol *t = prog_add_temp(p->prog, p->function, p->type_int, p->loc);
	const struct expr *number = linpoint_value(p, t);
	const struct expr *index = expr_cast(p->arena, wide, number);
	const struct expr *fits = expr_binary(p->arena, EXPR_LT, p->type_int, index, n);
	if (mask) {
		const struct expr *bit = expr_binary(p->arena, EXPR_BITAND, wide,
		                                     expr_binary(p->arena, EXPR_SHR, wide, mask, index),
		                                     expr_u64(p->arena, wide, 1));
		fits = expr_binary(p->arena, EXPR_LAND, p->type_int, fits, bit);
	}
	add(p, (struct ins){.kind = INS_DECL, .sym = t});
	add(p,
	    (struct ins){.kind = INS_ASSIGN, .lhs = number, .rhs = expr_nondet(p->arena, p->type_int)});
	if (in->lhs)
		add(p, (struct ins){.kind = INS_ASSIGN,
		                    .lhs = in->lhs,
		                    .rhs = expr_cast(p->arena, in->lhs->type,
		                                     expr_cond(p->arena, fits, number, otherwise))});
	add(p, (struct ins){.kind = INS_DEAD, .sym = t});
}

/* true: the instruction was an intrinsic of the client, and something else stands for it. */
static bool rewrite_intrinsic(struct linpoint_insertion *p, const struct ins *in, bool has_points) {
	const struct type *wide = type_int(p->prog->types, 64, false);
	const struct expr *first =
	    in->kind == INS_CALL && in->nargs ? expr_cast(p->arena, wide, in->arg[0]) : NULL;
	enum intrinsic called = ins_intrinsic(in);
	if (called == INTRINSIC_CALLED) {
		if (has_points)
			rewrite_call(p, in);
	} else if (called == INTRINSIC_RETURNED) {
		if (has_points)
			rewrite_return(p, in);
	} else if (called == INTRINSIC_OPERATION && first) {
		choose(p, in, first, expr_u64(p->arena, wide, MAX_OPERATIONS), linpoint_int(p, UINT64_MAX));
	} else if (called == INTRINSIC_CHOOSE && first) {
		choose(p, in, NULL, first, linpoint_int(p, 0));
	} else if (called != INTRINSIC_BEGIN && (has_points || called != INTRINSIC_LINEARIZE)) {
		return false;
	}
	return true;
}

/* --- Sites. --- */

static bool takes_effect(const struct linpoint_operation *o, const struct linpoint_sites *sites,
                         uint32_t chosen, uint32_t site) {
	enum linpoint_kind kind = sites->at.at[site].kind;
	return chosen == site || (chosen == ALL_UNLOCKS && kind == POINT_UNLOCK) ||
	       (chosen == ALL_STORES && kind == POINT_STORE && !o->is_given);
}

static bool has_site(const struct linpoint_operation *o, uint32_t site) {
	for (size_t i = 0; i < o->site.n; i++)
		if (o->site.at[i] == site)
			return true;
	return false;
}

/* The operations for which the site is a point, or is one if nothing changes. */
static const struct expr *operations_at(struct linpoint_insertion *p,
                                        const struct linpoint_sites *sites, const uint32_t *chosen,
                                        uint32_t site, bool changes) {
	const struct expr *any = NULL;
	bool is_load = sites->at.at[site].kind == POINT_LOAD;
	for (size_t i = 0; i < sites->operation.n; i++) {
		const struct linpoint_operation *o = &sites->operation.at[i];
		bool here = changes ? takes_effect(o, sites, chosen[i], site) : is_load;
		if (o->is_given || !has_site(o, site) || !here)
			continue;
		const struct expr *is = linpoint_is(p, p->ghost.current, o->number + 1);
		any = any ? expr_binary(p->arena, EXPR_LOR, p->type_int, any, is) : is;
	}
	return any;
}

static void add_point(struct linpoint_insertion *p, const struct expr *when, enum intrinsic which) {
	if (!when)
		return;
	uint32_t skip = jump(p, expr_unary(p->arena, EXPR_LNOT, p->type_int, when));
	add(p, (struct ins){.kind = INS_CALL, .rhs = expr_symbol(p->arena, function_symbol(p, which))});
	rewrite_land(&p->rewrite, skip);
}

struct site_insertion {
	const struct linpoint_sites *sites;
	const uint32_t *chosen; /* by operation */
};

/* The points at an instruction, those before it or those after it. */
static bool add_points(struct linpoint_insertion *p, const struct site_insertion *s, uint32_t pc,
                       bool before) {
	bool found = false;
	for (uint32_t i = 0; s && i < s->sites->at.n; i++) {
		const struct linpoint_site *site = &s->sites->at.at[i];
		if (p->prog->function.at[site->function] != p->function || site->pc != pc ||
		    site->is_before != before)
			continue;
		add_point(p, operations_at(p, s->sites, s->chosen, i, true), INTRINSIC_LINEARIZE);
		add_point(p, operations_at(p, s->sites, s->chosen, i, false), INTRINSIC_OBSERVE);
		found = true;
	}
	return found;
}

/* An instruction that reads and goes elsewhere: its value first, then the points. */
static void split_value(struct linpoint_insertion *p, struct ins *in) {
	struct symbol *t = prog_add_temp(p->prog, p->function, in->rhs->type, in->loc);
	add(p, (struct ins){.kind = INS_DECL, .sym = t});
	rewrite_add(&p->rewrite, (struct ins){.kind = INS_ASSIGN,
	                                      .lhs = linpoint_value(p, t),
	                                      .rhs = in->rhs,
	                                      .loc = in->loc});
	in->rhs = linpoint_value(p, t);
}

static bool is_split(const struct ins *in) {
	return in->rhs && (in->kind == INS_GOTO || in->kind == INS_RETURN);
}

static bool has_site_at(const struct linpoint_insertion *p, const struct site_insertion *s,
                        uint32_t pc) {
	for (uint32_t i = 0; s && i < s->sites->at.n; i++)
		if (p->prog->function.at[s->sites->at.at[i].function] == p->function &&
		    s->sites->at.at[i].pc == pc && !s->sites->at.at[i].is_before)
			return true;
	return false;
}

static void rewrite_function(struct linpoint_insertion *p, struct function *f,
                             const struct site_insertion *s) {
	p->function = f;
	rewrite_open(&p->rewrite, f);
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		struct ins in = f->ins.at[pc];
		p->loc = in.loc;
		rewrite_at(&p->rewrite, pc);
		if (rewrite_intrinsic(p, &in, s != NULL))
			continue;
		add_points(p, s, pc, true);
		bool split = is_split(&in) && has_site_at(p, s, pc);
		if (split)
			split_value(p, &in);
		else
			rewrite_keep(&p->rewrite, in);
		add_points(p, s, pc, false);
		if (split)
			rewrite_keep(&p->rewrite, in);
	}
	rewrite_close(&p->rewrite);
}

static bool is_rewritten(const struct function *f, bool has_points) {
	for (size_t i = 0; i < f->ins.n; i++)
		if (intrinsic_is_of_client(linpoint_callee(&f->ins.at[i])))
			return true;
	return has_points && !f->is_model;
}

static void open(struct linpoint_insertion *p, struct goto_prog *prog) {
	*p = (struct linpoint_insertion){
	    .prog = prog, .arena = prog->arena, .type_int = type_c_int(prog->types)};
}

const char *linpoint_insert(struct goto_prog *prog, const struct linpoint_sites *sites,
                            const uint32_t *chosen) {
	struct linpoint_insertion p;
	struct site_insertion s = {sites, chosen};
	open(&p, prog);
	linpoint_spec_open(&p);
	for (size_t i = 0; i < prog->function.n && !p.failed; i++) {
		struct function *f = prog->function.at[i];
		if (!linpoint_is_spec(&p, f) && is_rewritten(f, true))
			rewrite_function(&p, f, &s);
	}
	if (!p.failed)
		linpoint_spec_rewrite(&p);
	if (!p.failed)
		add_body(&p, INTRINSIC_LINEARIZE, true);
	if (!p.failed)
		add_body(&p, INTRINSIC_OBSERVE, false);
	const char *failed = p.failed;
	linpoint_spec_close(&p);
	return failed;
}

void linpoint_drop(struct goto_prog *prog) {
	struct linpoint_insertion p;
	open(&p, prog);
	for (size_t i = 0; i < prog->function.n; i++)
		if (is_rewritten(prog->function.at[i], false))
			rewrite_function(&p, prog->function.at[i], NULL);
}
