/* Pointers to blocks that are overwritten or go out of scope: the last one of a block that is never
 * freed was the last chance to free it. */
#include "symex/memory/content.h"
#include "symex/replay/trace/object_history.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/show.h"

const char *lost_name(struct symex *x, struct arena *a, uint32_t object, uint64_t offset) {
	term p = ptr_make(x, object, term_u64(x->ts, x->address_bits, offset));
	const char *name = show_value(x, a, type_void_pointer(x->prog->types), p);
	return name + (*name == '&');
}

static bool is_block(const struct symex *x, uint32_t object) {
	return object && x->object.at[object].kind == OBJECT_HEAP;
}

static bool block_of(struct symex *x, term pointer, uint32_t *block) {
	term offset;
	return term_width(x->ts, pointer) == x->pointer_bits && ptr_known(x, pointer, block, &offset) &&
	       is_block(x, *block);
}

static void note(struct object_history *p, const struct state *st, uint32_t block, const char *name,
                 enum place_kind how) {
	struct lifetime *l = history_lifetime(p, block);
	l->lost.site = history_site(st);
	l->lost.name = name;
	l->lost.how = how;
}

/* --- Registers. --- */

static bool is_variable(const struct symbol *s) {
	return s->type->kind == TYPE_POINTER && !s->is_temp && !local_is_object(s);
}

static void note_register(struct symex *x, const struct state *st, struct object_history *p,
                          const struct symbol *s, enum place_kind how) {
	uint64_t reg = pmap_get(&st->reg, st->frame->base + s->slot);
	uint32_t block;
	if (reg_kind(reg) == REG_TERM && block_of(x, (term){reg_payload(reg)}, &block))
		note(p, st, block, s->display, how);
}

void lost_step(struct symex *x, const struct state *st, struct object_history *p, struct arena *a) {
	const struct function *f = st->frame->function;
	const struct ins *i = &f->ins.at[st->pc];
	(void)a;
	if (!p->keeps_lost || f->is_model)
		return;
	if (i->kind == INS_DEAD && is_variable(i->sym))
		note_register(x, st, p, i->sym, PLACE_LOST);
	for (uint32_t k = 0; i->kind == INS_END && k < f->local.n; k++)
		if (is_variable(f->local.at[k]))
			note_register(x, st, p, f->local.at[k], PLACE_LOST);
}

void lost_before(struct symex *x, struct state *st, struct object_history *p, struct arena *a,
                 const struct expr *lhs) {
	(void)a;
	if (p->keeps_lost && !st->frame->function->is_model && lhs->kind == EXPR_SYMBOL &&
	    lhs->symbol->storage == STORAGE_AUTO && is_variable(lhs->symbol))
		note_register(x, st, p, lhs->symbol, PLACE_OVERWRITTEN);
}

/* --- Memory. --- */

bool lost_find(struct symex *x, const struct state *st, uint32_t object,
               bool each(void *context, uint64_t offset, uint32_t target), void *context) {
	const struct content *c = memory_get(x, st, object);
	uint32_t at = 0, offset, target;
	uint64_t cell;
	for (; c && !c->elem && pmap_next(&c->cells, at, &offset, &cell); at = offset + 1)
		if (cell_is_pointer(cell) && block_of(x, (term){(uint32_t)cell}, &target) &&
		    each(context, offset, target))
			return true;
	return false;
}

struct lost_bytes { /* of an object that is overwritten or ends */
	struct symex *x;
	const struct state *st;
	struct object_history *p;
	struct arena *a;
	uint32_t object;
	uint64_t from, to;
	enum place_kind how;
};

static bool note_cell(void *context, uint64_t offset, uint32_t target) {
	struct lost_bytes *r = context;
	if (offset >= r->from && offset < r->to && target != r->object)
		note(r->p, r->st, target, lost_name(r->x, r->a, r->object, offset), r->how);
	return false;
}

static bool is_users(const struct symex *x, uint32_t object) {
	const struct object *o = &x->object.at[object];
	return object && o->kind != OBJECT_FUNCTION && o->kind != OBJECT_INTERNAL &&
	       !(o->symbol && (o->symbol->is_model || o->symbol->is_temp));
}

void lost_write(struct symex *x, const struct state *st, struct object_history *p, struct arena *a,
                const struct access *w) {
	uint64_t from = 0;
	if (!p->keeps_lost || w->kind != ACCESS_WRITE || !st->frame || !is_users(x, w->object))
		return;
	bool is_whole = term_eq(w->offset, NO_TERM);
	if (!is_whole && !term_get_u64(x->ts, w->offset, &from))
		return;
	struct lost_bytes r = {
	    x, st, p, a, w->object, from, is_whole ? UINT64_MAX : from + w->bytes, PLACE_OVERWRITTEN};
	lost_find(x, st, w->object, note_cell, &r);
}

void lost_end(struct symex *x, const struct state *st, struct object_history *p, struct arena *a,
              uint32_t object) {
	if (!p->keeps_lost || !st->frame || !is_users(x, object))
		return;
	bool is_heap = is_block(x, object);
	struct lost_bytes r = {x,      st, p,          a,
	                       object, 0,  UINT64_MAX, is_heap ? PLACE_DROPPED : PLACE_LOST};
	lost_find(x, st, object, note_cell, &r);
}
