#include "symex/memory/canon_content.h"

#include "symex/memory/lazy_write.h"

static uint64_t cell_of_zeroes(void *context, uint32_t key, uint64_t cell) {
	const struct symex *x = context;
	uint64_t value;
	(void)key;
	if (cell_is_hidden(cell))
		return cell;
	if (cell_is_constant(cell))
		return (uint32_t)cell ? cell : 0;
	if (!cell_is_pointer(cell) && term_get_u64(x->ts, (term){(uint32_t)cell}, &value) && !value)
		return 0;
	return cell;
}

static uint32_t canon_lazy(struct canon *c, struct symex *x, const struct lazy_write *l) {
	if (!l)
		return 0;
	uint32_t below = canon_content(c, x, l->below);
	uint32_t source = l->source ? canon_content(c, x, l->source) : 0;
	uint32_t w[] = {(uint32_t)l->kind, below,     source,          l->source_object,
	                l->at.ix,          l->n.ix,   l->from.ix,      l->value.ix,
	                l->condition.ix,   l->object, l->access.bytes, l->access.is_pointer};
	return canon_tuple(c, w, sizeof w / sizeof *w);
}

uint32_t canon_content(struct canon *c, struct symex *x, const struct content *o) {
	if (o->canon)
		return o->canon;
	bool zero = o->fill == FILL_ZERO;
	uint32_t cells = canon_map(c, &x->pool, &o->cells, zero ? cell_of_zeroes : NULL, x);
	uint32_t w[] = {o->fill, zero ? 0 : o->choice,     o->elem, o->elem_is_pointer, o->array.ix,
	                cells,   canon_lazy(c, x, o->lazy)};
	uint32_t number = canon_tuple(c, w, sizeof w / sizeof *w);
	if (o->epoch < x->pool.epoch)
		((struct content *)o)->canon = number;
	return number;
}
