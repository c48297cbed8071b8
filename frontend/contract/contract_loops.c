/* Loops with contracts, when all that they call is known: what calls change becomes arbitrary, too,
 * is asserted to lie in the targets of the clause, or cannot be told. */
#include "frontend/contract/contract_writes.h"

#include <string.h>

#include "frontend/contract/contract_reach.h"
#include "goto/program/rewrite.h"
#include "util/base/intern.h"

struct effects {
	VEC(struct symbol *) variable; /* static ones that calls write by name */
	const char *problem;
	bool writes_through_pointers;
};

/* It changes nothing, or what contract_write_of says. */
static bool is_harmless(const struct symbol *f) {
	return intrinsic_is_plain(f->intrinsic) || f->is_pure;
}

static bool is_ghost(const struct symbol *s) {
	return !strncmp(s->name, "contract::", 10);
}

/* Variables that are declared among these instructions; NULL: all that are on the stack. */
struct declared {
	const struct function *f;
	uint32_t begin, end;
};

static bool is_declared(const struct declared *d, const struct symbol *s) {
	for (uint32_t i = d ? d->begin : 0; d && i < d->end; i++)
		if (d->f->ins.at[i].kind == INS_DECL && d->f->ins.at[i].sym == s)
			return true;
	return !d && s->storage == STORAGE_AUTO;
}

static bool takes_own_address(const struct expr *e, const struct declared *d) {
	if (!e)
		return false;
	if (e->kind == EXPR_ADDR) {
		const struct expr *root = e->arg[0];
		while (root->kind == EXPR_MEMBER || root->kind == EXPR_INDEX)
			root = root->arg[0];
		if (root->kind == EXPR_SYMBOL && is_declared(d, root->symbol))
			return true;
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		if (takes_own_address(e->arg[i], d))
			return true;
	return false;
}

static bool ins_takes_address(const struct ins *in, const struct declared *d) {
	bool takes = takes_own_address(in->lhs, d) || takes_own_address(in->rhs, d);
	for (uint32_t i = 0; i < in->nargs; i++)
		takes |= takes_own_address(in->arg[i], d);
	return takes;
}

static void note_write(struct effects *e, const struct ins *in) {
	struct contract_write w;
	const struct expr *root = in->lhs;
	while (root && (root->kind == EXPR_MEMBER || root->kind == EXPR_INDEX))
		root = root->arg[0];
	if (root && root->kind == EXPR_SYMBOL && root->symbol->storage != STORAGE_AUTO) {
		if (root->symbol->is_model && !is_ghost(root->symbol))
			e->problem = "a loop contract around a call that changes what belongs to the library";
		else if (!root->symbol->is_model)
			vec_push(&e->variable, root->symbol);
	} else if (contract_write_of(in, &w)) {
		e->writes_through_pointers = true;
	}
}

static void note_function(struct effects *e, const struct function *f, bool *takes) {
	for (uint32_t k = 0; k < f->ins.n; k++) {
		const struct ins *in = &f->ins.at[k];
		*takes |= ins_takes_address(in, NULL);
		if (in->kind == INS_ASSIGN || in->kind == INS_HAVOC || in->kind == INS_CALL)
			note_write(e, in);
		if (in->kind == INS_ATOMIC_BEGIN)
			e->problem = "a loop contract around a call that is atomic or may wait";
		if (in->kind != INS_CALL)
			continue;
		if (in->rhs->kind != EXPR_SYMBOL)
			e->problem = "a loop contract around a call through a pointer";
		else if (!in->rhs->symbol->function && !is_harmless(in->rhs->symbol))
			e->problem = "a loop contract around a call that allocates, frees or changes what "
			             "belongs to the library, or of a function without a body";
	}
}

static bool sets(const struct ins *in, const struct symbol *marker, uint64_t to) {
	return in->kind == INS_ASSIGN && in->lhs->kind == EXPR_SYMBOL && in->lhs->symbol == marker &&
	       in->rhs->kind == EXPR_CONST && in->rhs->bits.lo == to;
}

/* Memory that other threads may change, while the invariant speaks of one moment. */
static bool is_outside(const struct expr *e) {
	if (!e)
		return false;
	if (e->kind == EXPR_DEREF)
		return true;
	if (e->kind == EXPR_SYMBOL && !e->symbol->is_model && !e->symbol->is_constant &&
	    (e->symbol->storage == STORAGE_STATIC))
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (is_outside(e->arg[i]))
			return true;
	return false;
}

static void find_effects(struct fe *fe, const struct contract_loop *loop, uint32_t begin,
                         uint32_t end, struct reach *r, struct effects *e) {
	const struct function *f = loop->function;
	bool takes = false, calls = false, threads = reach_threads(fe);
	for (uint32_t i = begin; i < end; i++) {
		const struct ins *in = &f->ins.at[i];
		if (threads && (is_outside(in->lhs) || is_outside(in->rhs)))
			e->problem = "a loop contract over memory that other threads may change";
		if (in->kind == INS_ATOMIC_BEGIN)
			e->problem = "a loop contract around something that is atomic or may wait";
		takes |= ins_takes_address(in, &(struct declared){f, begin, end});
		if (in->kind != INS_CALL)
			continue;
		if (in->rhs->kind != EXPR_SYMBOL) {
			e->problem = "a loop contract around a call through a pointer";
		} else if (in->rhs->symbol->function) {
			reach_ins(r, &(struct ins){.rhs = in->rhs});
			calls = true;
		} else if (!is_harmless(in->rhs->symbol)) {
			e->problem = "a loop contract around a call that allocates or frees, or of a function "
			             "without a body";
		}
	}
	reach_all(r);
	for (size_t i = 0; i < r->function.n; i++) {
		if (r->function.at[i] == f)
			e->problem = "a loop contract around a recursive call";
		note_function(e, r->function.at[i], &takes);
	}
	if (calls && e->writes_through_pointers && (!loop->clause || takes))
		e->problem =
		    loop->clause
		        ? "a loop contract around a call that writes through a pointer, perhaps to "
		          "a variable on the stack"
		        : "a loop contract without __CPROVER_loop_assigns around a call that "
		          "writes through a pointer";
	if (threads && calls)
		for (size_t i = 0; i < r->variable.n; i++)
			if (!r->variable.at[i]->is_constant)
				e->problem = "a loop contract over memory that other threads may change";
}

/* Variables by name have become arbitrary. */
static bool is_variable(const struct contract_write *w) {
	const struct expr *root = w->lvalue;
	while (root && (root->kind == EXPR_MEMBER || root->kind == EXPR_INDEX))
		root = root->arg[0];
	return root && root->kind == EXPR_SYMBOL;
}

/* Writes through pointers in what the loop calls. */
static void check_called(struct fe *fe, const struct contract_loop *loop, struct function *f) {
	struct rewrite r;
	rewrite_open(&r, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins in = f->ins.at[i];
		struct contract_write w;
		rewrite_at(&r, i);
		if (contract_write_of(&in, &w) && !w.frees && !is_variable(&w)) {
			const struct type *integer = type_c_int(fe->types);
			const char *text = intern_printf(
			    "memory is written that __CPROVER_loop_assigns(%s) does not list", loop->clause);
			const struct expr *off =
			    expr_binary(fe->arena, EXPR_EQ, integer, expr_symbol(fe->arena, loop->marker),
			                expr_u64(fe->arena, integer, 0));
			rewrite_add(&r, (struct ins){.kind = INS_ASSERT,
			                             .rhs = expr_binary(fe->arena, EXPR_LOR, integer, off,
			                                                contract_loop_allows(fe, loop, &w)),
			                             .property = prog_add_property(
			                                 fe->prog, f, PROPERTY_ASSIGNS, in.loc, text),
			                             .loc = in.loc});
		}
		rewrite_keep(&r, in);
	}
	rewrite_close(&r);
}

static bool leaves_by_jump(const struct function *f, uint32_t begin, uint32_t end) {
	for (uint32_t i = begin; i < end; i++)
		if (f->ins.at[i].kind == INS_GOTO &&
		    (f->ins.at[i].target < begin || f->ins.at[i].target > end))
			return true;
	return false;
}

static void check_loop(struct fe *fe, struct contract_loop *loop) {
	struct function *f = loop->function;
	struct effects e = {0};
	struct reach reach = {0};
	uint32_t begin = 0, end = 0;
	for (uint32_t i = 0; i < f->ins.n; i++) {
		if (sets(&f->ins.at[i], loop->marker, 1))
			begin = i;
		if (sets(&f->ins.at[i], loop->marker, 0))
			end = i;
	}
	find_effects(fe, loop, begin, end, &reach, &e);
	for (size_t i = 0; i < reach.function.n && loop->clause && !e.problem; i++)
		check_called(fe, loop, reach.function.at[i]);
	if (leaves_by_jump(f, begin, end) && e.writes_through_pointers)
		e.problem = "a loop contract around a goto that leaves the loop, and a call that writes "
		            "through a pointer";
	if (e.problem || e.variable.n || e.writes_through_pointers) {
		struct rewrite r;
		rewrite_open(&r, f);
		for (uint32_t i = 0; i < f->ins.n; i++) {
			struct ins in = f->ins.at[i];
			rewrite_at(&r, i);
			if (i > begin && i < end && in.kind == INS_RETURN)
				rewrite_add(&r, (struct ins){.kind = INS_ASSIGN,
				                             .lhs = expr_symbol(fe->arena, loop->marker),
				                             .rhs = expr_u64(fe->arena, loop->marker->type, 0),
				                             .loc = in.loc});
			rewrite_keep(&r, in);
			for (size_t k = 0; i == begin && k < e.variable.n; k++)
				rewrite_add(&r, (struct ins){.kind = INS_HAVOC,
				                             .lhs = expr_symbol(fe->arena, e.variable.at[k]),
				                             .loc = loop->loc});
			if (i == begin && e.problem)
				rewrite_add(&r, (struct ins){.kind = INS_UNSUPPORTED,
				                             .text = intern(e.problem),
				                             .loc = loop->loc});
		}
		rewrite_close(&r);
	}
	vec_free(&e.variable);
	reach_free(&reach);
}

void contract_check_loops(struct fe *fe) {
	for (size_t i = 0; i < fe->contract->loop.n; i++)
		check_loop(fe, fe->contract->loop.at[i]);
}
