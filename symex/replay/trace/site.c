#include "symex/replay/trace/site.h"

#include "symex/core/next_ins.h"
#include "symex/memory/gate.h"
#include "symex/step/value/eval.h"

const struct symbol *site_root(const struct expr *e) {
	while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		e = e->arg[0];
	return e->kind == EXPR_SYMBOL ? e->symbol : NULL;
}

bool site_has_temp(const struct expr *e) {
	bool found =
	    e && e->kind == EXPR_SYMBOL && e->symbol->is_temp && e->symbol->storage == STORAGE_AUTO;
	for (uint32_t i = 0; e && i < e->nargs && !found; i++)
		found = site_has_temp(e->arg[i]);
	return found;
}

const struct symbol *site_callee(const struct state *st) {
	const struct ins *i = next_ins(st);
	const struct symbol *callee = NULL;
	for (const struct frame *f = st->frame; f->function->is_model && f->call; f = f->up)
		callee = f->function->symbol;
	bool calls = i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL;
	return callee ? callee : calls ? i->rhs->symbol : NULL;
}

/* The object of an lvalue; 0: none, or the lvalue lies outside of its bounds or lifetime. */
static uint32_t object_of(struct symex *x, struct state *st, const struct expr *e,
                          const struct lvalue *p) {
	uint64_t size;
	if (!p->is_known || !p->object || !term_get_u64(x->ts, x->object.at[p->object].size, &size) ||
	    p->offset > size || e->type->size > size - p->offset ||
	    term_is_true(x->ts, gate_is_ended(x, st, p->object)))
		return 0;
	return p->object;
}

bool site_is_readable(struct symex *x, struct state *st, const struct expr *e) {
	if (e->kind == EXPR_ADDR)
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!site_is_readable(x, st, e->arg[i]))
			return false;
	if (!expr_is_lvalue(e))
		return true;
	struct lvalue p = eval_lvalue(x, st, e);
	uint32_t id = p.is_register ? 0 : object_of(x, st, e, &p);
	const struct symbol *s = id ? x->object.at[id].symbol : NULL;
	return p.is_register || (id && !(s && s->is_model));
}

bool site_is_of(struct symex *x, struct state *st, const struct expr *e, const struct access *a) {
	uint64_t from;
	if (!term_get_u64(x->ts, a->offset, &from) || !site_is_readable(x, st, e))
		return false;
	struct lvalue p = eval_lvalue(x, st, e);
	return !p.is_register && p.is_known && p.object == a->object && p.offset <= from &&
	       from + a->bytes <= p.offset + e->type->size;
}

const struct expr *site_find(struct symex *x, struct state *st, const struct expr *e,
                             const struct access *a, bool is_plain) {
	if (!e || e->kind == EXPR_ADDR)
		return NULL;
	bool may_be = !is_plain || (type_is_scalar(e->type) && !site_has_temp(e));
	if (expr_is_lvalue(e) && may_be && site_is_of(x, st, e, a))
		return e;
	const struct expr *found = NULL;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = site_find(x, st, e->arg[i], a, is_plain);
	return found;
}

const struct expr *site_lvalue(struct symex *x, struct state *st, const struct access *a,
                               bool is_plain) {
	const struct ins *i = next_ins(st);
	bool is_write = a->kind == ACCESS_WRITE;
	if (i->kind == INS_CALL || !a->offset.ix)
		return NULL;
	const struct expr *found = site_find(x, st, is_write ? i->lhs : i->rhs, a, is_plain);
	return found || is_write ? found : site_find(x, st, i->lhs, a, is_plain);
}
