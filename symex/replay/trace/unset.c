#include "symex/replay/trace/unset.h"

#include "symex/memory/content.h"
#include "symex/replay/trace/trace.h"
#include "symex/step/value/eval.h"

void unsets_free(struct unsets *u) {
	vec_free(&u->at);
	vec_free(&u->returns);
	vec_free(&u->decided);
	map_free(&u->of);
}

static bool is_register(const struct expr *e) {
	return e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_AUTO &&
	       type_is_scalar(e->type) && !local_is_object(e->symbol);
}

static uint64_t key_of(const struct state *st, const struct symbol *s) {
	return (uint64_t)st->tid << 32 | (st->frame->base + s->slot);
}

static uint32_t add(struct unsets *u, struct unset new) {
	for (uint32_t i = 0; i < u->at.n; i++)
		if (u->at.at[i].lvalue == new.lvalue)
			return i;
	vec_push(&u->at, new);
	return (uint32_t)u->at.n - 1;
}

static uint32_t unset_register(const struct state *st, struct unsets *u, const struct expr *e) {
	const struct symbol *s = e->symbol;
	uint64_t known = NO_UNSET;
	if (reg_kind(pmap_get(&st->reg, st->frame->base + s->slot)) == REG_ANY && !s->is_temp)
		return add(u, (struct unset){.name = s->display, .lvalue = e, .declared = s->loc});
	map_get(&u->of, key_of(st, s), &known);
	return (uint32_t)known;
}

/* --- Memory. --- */

static unsigned count_pointers(const struct expr *e) {
	unsigned n = e->kind == EXPR_DEREF;
	for (uint32_t i = 0; i < e->nargs; i++)
		n += count_pointers(e->arg[i]);
	return n;
}

/* Has nothing been written to these bytes since the object was made?  Input that was read into it
 * is arbitrary, too, but by another choice. */
static bool is_fresh(const struct object *o, const struct content *c, uint64_t offset,
                     uint64_t bytes) {
	uint32_t at;
	uint64_t cell;
	if (!c || c->elem || c->lazy || c->fill != FILL_ANY || c->choice != o->choice ||
	    offset + bytes > UINT32_MAX)
		return false;
	if (pmap_next(&c->cells, (uint32_t)offset, &at, &cell) && at < offset + bytes)
		return false;
	return !offset || !pmap_prev(&c->cells, (uint32_t)offset - 1, &at, &cell) ||
	       at + cell_access(cell).bytes <= offset;
}

static uint32_t unset_memory(struct symex *x, struct state *st, struct unsets *u,
                             const struct expr *e) {
	/* Only what is evaluated without a read through another pointer, which might be invalid. */
	if (!type_is_scalar(e->type) || count_pointers(e) > 1)
		return NO_UNSET;
	struct lvalue p = eval_lvalue(x, st, e);
	if (p.is_register || !p.is_known || !p.object || p.bit_width ||
	    !is_fresh(&x->object.at[p.object], memory_get(x, st, p.object), p.offset, e->type->size))
		return NO_UNSET;
	const struct object *o = &x->object.at[p.object];
	if ((o->symbol && (o->symbol->is_temp || o->symbol->is_model)) ||
	    (o->kind != OBJECT_AUTO && o->kind != OBJECT_HEAP && o->kind != OBJECT_STACK))
		return NO_UNSET;
	return add(u, (struct unset){.name = trace_lvalue(x, st, e),
	                             .lvalue = e,
	                             .block = o->symbol ? 0 : p.object,
	                             .declared = o->loc});
}

/* The first unset value that 'e' is computed from. */
static uint32_t find(struct symex *x, struct state *st, struct unsets *u, const struct expr *e) {
	uint32_t found = NO_UNSET;
	if (e->kind == EXPR_ADDR)
		return NO_UNSET;
	if (e->kind == EXPR_LAND || e->kind == EXPR_LOR || e->kind == EXPR_COND)
		return find(x, st, u, e->arg[0]); /* the rest may not be evaluated */
	if (is_register(e))
		return unset_register(st, u, e);
	for (uint32_t i = 0; i < e->nargs && found == NO_UNSET; i++)
		found = find(x, st, u, e->arg[i]);
	if (found == NO_UNSET && expr_is_lvalue(e))
		found = unset_memory(x, st, u, e);
	return found;
}

/* --- What the program does. --- */

void unsets_before(struct symex *x, struct state *st, struct unsets *u, const struct expr *rhs) {
	u->next = NO_UNSET;
	if (st->frame->function->is_model)
		return;
	if (rhs && type_is_scalar(rhs->type))
		u->next = find(x, st, u, rhs);
	else if (!rhs && st->tid < u->returns.n) {
		u->next = u->returns.at[st->tid];
		u->returns.at[st->tid] = NO_UNSET;
	}
}

void unsets_assign(const struct state *st, struct unsets *u, const struct expr *lhs) {
	uint64_t known;
	if (!is_register(lhs))
		return;
	uint64_t key = key_of(st, lhs->symbol);
	if (u->next != NO_UNSET || map_get(&u->of, key, &known))
		map_put(&u->of, key, u->next);
}

void unsets_call(struct symex *x, struct state *st, struct unsets *u) {
	const struct function *f = st->frame->function;
	const struct ins *call = st->frame->call;
	struct state caller = *st;
	caller.frame = st->frame->up;
	bool is_users = caller.frame && call && !f->is_model && !caller.frame->function->is_model;
	if (is_users)
		caller.pc = frame_call_pc(st->frame);
	for (uint32_t i = 0; i < f->nparams; i++) {
		uint64_t known, key = key_of(st, f->local.at[i]);
		uint32_t found = is_users && call->nargs > i && type_is_scalar(call->arg[i]->type)
		                     ? find(x, &caller, u, call->arg[i])
		                     : NO_UNSET;
		if (found != NO_UNSET || map_get(&u->of, key, &known))
			map_put(&u->of, key, found);
	}
}

void unsets_return(struct symex *x, struct state *st, struct unsets *u, const struct expr *rhs) {
	while (u->returns.n <= st->tid)
		vec_push(&u->returns, NO_UNSET);
	bool has_value = rhs && type_is_scalar(rhs->type) && !st->frame->function->is_model;
	u->returns.at[st->tid] = has_value ? find(x, st, u, rhs) : NO_UNSET;
}

void unsets_decide(struct symex *x, struct state *st, struct unsets *u,
                   const struct expr *condition) {
	uint32_t found = st->frame->function->is_model ? NO_UNSET : find(x, st, u, condition);
	bool is_known = found == NO_UNSET;
	for (size_t i = 0; i < u->decided.n && !is_known; i++)
		is_known = u->decided.at[i] == found;
	if (!is_known)
		vec_push(&u->decided, found);
}

enum { MOST_UNSET = 2 }; /* that are told */

void unsets_tell(const struct unsets *u, const struct object_history *p, struct cex *cex) {
	for (size_t i = u->decided.n > MOST_UNSET ? u->decided.n - MOST_UNSET : 0; i < u->decided.n;
	     i++) {
		const struct unset *v = &u->at.at[u->decided.at[i]];
		struct cex_place place = {.kind = v->block ? PLACE_UNSET_BLOCK : PLACE_UNSET,
		                          .thread = NO_THREAD,
		                          .object = v->name,
		                          .loc = v->declared};
		history_add(p, v->block, place, cex);
	}
}
