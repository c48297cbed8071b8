/* An atomic addition whose result is not used becomes one instruction: x = x + 1.
 *
 * Lowering makes a section of it: begin; t = x; x = t + 1; end.  As one instruction it
 * is recognised to commute with other additions.  The temporaries must have no
 * other use, and nothing may jump into the section.
 *
 * An addition of plain memory stays two instructions, since another thread may come between; they
 * are marked, so that a step that executes both counts as an addition (symex/memory/access_log.h).
 */
#include <string.h>

#include "goto/passes/passes.h"

struct local_uses {
	uint32_t *read;   /* by slot: how often the local is read, or its address is taken */
	uint8_t *entered; /* by instruction: something jumps there */
};

static void count_reads(struct local_uses *u, const struct expr *e) {
	if (!e)
		return;
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_AUTO)
		u->read[e->symbol->slot]++;
	for (uint32_t i = 0; i < e->nargs; i++)
		count_reads(u, e->arg[i]);
}

static void count_uses(struct local_uses *u, const struct function *f) {
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		bool defines = in->kind == INS_ASSIGN && in->lhs->kind == EXPR_SYMBOL;
		count_reads(u, defines ? NULL : in->lhs);
		count_reads(u, in->rhs);
		for (uint32_t k = 0; k < in->nargs; k++)
			count_reads(u, in->arg[k]);
		if (in->kind == INS_GOTO)
			u->entered[in->target] = 1;
	}
}

static bool is_idle(const struct ins *in) {
	return in->kind == INS_DECL || in->kind == INS_DEAD || in->kind == INS_SKIP;
}

/* The next instruction that does something; NULL: something jumps in before or to it. */
static struct ins *next_of(const struct local_uses *u, struct function *f, struct ins *in) {
	do {
		in++;
		if (u->entered[in - f->ins.at])
			return NULL;
	} while (is_idle(in));
	return in;
}

/* t = ..., with t a temporary that is read once; NULL: it is not that. */
static const struct symbol *single_use(const struct local_uses *u, const struct ins *in) {
	if (in->kind != INS_ASSIGN || in->lhs->kind != EXPR_SYMBOL)
		return NULL;
	const struct symbol *t = in->lhs->symbol;
	bool once = t->storage == STORAGE_AUTO && t->is_temp && u->read[t->slot] == 1;
	return once ? t : NULL;
}

static bool is_symbol(const struct expr *e, const struct symbol *s) {
	return e->kind == EXPR_SYMBOL && e->symbol == s;
}

static bool adds_to(const struct expr *e, const struct symbol *t) {
	const struct expr *sum = expr_same_bits(e);
	return (sum->kind == EXPR_ADD || sum->kind == EXPR_SUB) &&
	       is_symbol(expr_same_bits(sum->arg[0]), t) && sum->arg[1]->kind == EXPR_CONST;
}

/* The sum, reading the lvalue itself instead of the temporary that held its value. */
static const struct expr *replace(struct goto_prog *p, const struct expr *e, const struct symbol *t,
                                  const struct expr *by) {
	if (is_symbol(e, t))
		return expr_cast(p->arena, e->type, by);
	struct expr *copy = arena_copy(p->arena, e, sizeof *e);
	if (e->nargs)
		copy->arg[0] = replace(p, e->arg[0], t, by);
	return copy;
}

static void fuse(struct goto_prog *p, const struct local_uses *u, struct function *f,
                 struct ins *begin) {
	bool is_section = begin->kind == INS_ATOMIC_BEGIN && !begin->rhs;
	struct ins *load = is_section ? next_of(u, f, begin) : NULL, *store, *sum;
	const struct symbol *t = load ? single_use(u, load) : NULL, *result;
	const struct expr *lvalue = t ? expr_same_bits(load->rhs) : NULL;
	if (!t || !expr_is_lvalue(lvalue) || lvalue->type->kind != TYPE_INT ||
	    !(sum = store = next_of(u, f, load)))
		return;
	if (store->kind == INS_ASSIGN && (result = single_use(u, store)) != NULL) {
		store = next_of(u, f, sum);
		if (!store || store->kind != INS_ASSIGN || !is_symbol(store->rhs, result))
			return;
	}
	struct ins *end = next_of(u, f, store);
	if (sum->kind != INS_ASSIGN || store->kind != INS_ASSIGN || !adds_to(sum->rhs, t) || !end ||
	    end->kind != INS_ATOMIC_END || !expr_equal(store->lhs, lvalue))
		return;
	store->rhs = replace(p, sum->rhs, t, lvalue);
	load->kind = INS_SKIP;
	load->lhs = load->rhs = NULL;
	if (sum != store) {
		sum->kind = INS_SKIP;
		sum->lhs = sum->rhs = NULL;
	}
}

/* A local variable that no other thread reaches. */
static bool is_own(const struct expr *e) {
	return e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_AUTO && !e->symbol->is_shared;
}

static bool is_own_or_const(const struct expr *e) {
	e = expr_same_bits(e);
	return e->kind == EXPR_CONST || is_own(e);
}

/* Is the variable itself the only shared memory that an access to it reads? */
static bool is_simple(const struct expr *e) {
	while (e->kind == EXPR_MEMBER && e->field->bit_width == NOT_BITFIELD)
		e = e->arg[0];
	if (e->kind == EXPR_DEREF)
		return is_own(expr_same_bits(e->arg[0]));
	if (e->kind == EXPR_INDEX && is_own_or_const(e->arg[1]))
		return is_simple(e->arg[0]);
	return e->kind == EXPR_SYMBOL;
}

/* t = x; x = t + 1, where nothing else reads t.  The value that is added is const or local. */
static void mark(struct goto_prog *p, const struct local_uses *u, struct function *f,
                 struct ins *load) {
	(void)p;
	const struct symbol *t = single_use(u, load);
	const struct expr *lvalue = t ? expr_same_bits(load->rhs) : NULL;
	struct ins *store;
	if (!t || !expr_is_lvalue(lvalue) || lvalue->type->kind != TYPE_INT || !is_simple(lvalue) ||
	    !(store = next_of(u, f, load)) || store->kind != INS_ASSIGN ||
	    !expr_equal(store->lhs, lvalue))
		return;
	const struct expr *sum = expr_same_bits(store->rhs);
	if ((sum->kind != EXPR_ADD && sum->kind != EXPR_SUB) || sum->type->kind != TYPE_INT ||
	    !is_symbol(expr_same_bits(sum->arg[0]), t) || !is_own_or_const(sum->arg[1]))
		return;
	load->loads_sum = store->stores_sum = true;
}

typedef void visit_ins(struct goto_prog *, const struct local_uses *, struct function *,
                       struct ins *);

/* Every instruction but the last one of its function. */
static void visit_all(struct goto_prog *p, visit_ins *visit) {
	for (size_t i = 0; i < p->function.n; i++) {
		struct function *f = p->function.at[i];
		struct local_uses u = {mem_alloc((f->local.n + 1) * sizeof *u.read),
		                       mem_alloc(f->ins.n + 1)};
		count_uses(&u, f);
		for (size_t k = 0; k + 1 < f->ins.n; k++)
			visit(p, &u, f, &f->ins.at[k]);
		mem_free(u.read);
		mem_free(u.entered);
	}
}

void goto_mark_additions(struct goto_prog *p) {
	visit_all(p, mark);
}

void goto_fuse_additions(struct goto_prog *p) {
	visit_all(p, fuse);
}
