/* Which variables have their address taken. */
#include "goto/analysis/analysis.h"

static void mark(const struct expr *);

/* 'e' stands under ADDR: the object it lies in is the one whose address is taken. */
static void mark_object(const struct expr *e) {
	while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX) {
		if (e->kind == EXPR_INDEX)
			mark(e->arg[1]);
		e = e->arg[0];
	}
	if (e->kind == EXPR_SYMBOL)
		e->symbol->address_taken = true;
	else
		mark(e);
}

static void mark(const struct expr *e) {
	if (!e)
		return;
	if (e->kind == EXPR_ADDR) {
		mark_object(e->arg[0]);
		return;
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		mark(e->arg[i]);
}

static void mark_ins(const struct ins *in) {
	mark(in->lhs);
	mark(in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		mark(in->arg[i]);
	if (in->kind == INS_DECL)
		for (const struct type *t = in->sym->type; t->kind == TYPE_ARRAY; t = t->elem)
			mark(t->vla);
}

void goto_find_address_taken(struct goto_prog *p) {
	for (size_t i = 0; i < p->symbol.n; i++)
		p->symbol.at[i]->address_taken = false;
	for (size_t i = 0; i < p->function.n; i++) {
		const struct function *f = p->function.at[i];
		for (size_t k = 0; k < f->ins.n; k++)
			mark_ins(f->whole ? &f->whole[k] : &f->ins.at[k]);
	}
}
