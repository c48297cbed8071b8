#include "symex/memory/reach.h"

#include "symex/memory/content.h"

enum {
	MAX_VISITS = 64,   /* of one object; conditions around cycles need not become equal */
	MAX_ELEMENTS = 64, /* of an array with a condition for each */
};

void reach_object(struct reach *r, uint32_t id, term condition) {
	struct terms *ts = r->x->ts;
	term now = term_or(ts, r->condition[id], condition);
	if (!id || term_eq(now, r->condition[id]) || r->visits[id] == MAX_VISITS)
		return;
	r->condition[id] = now;
	r->visits[id]++;
	vec_push(&r->todo, id);
}

void reach_pointer(struct reach *r, term p, term condition) {
	struct pointees t;
	ptr_targets(r->x, p, &t);
	for (size_t i = 0; i < t.list.n; i++)
		reach_object(r, t.list.at[i].object, term_and(r->x->ts, condition, t.list.at[i].guard));
	vec_free(&t.list);
}

/* Follows the pointers in an SMT array: those of any element, or of each element if there are few
 * and r->each is set. */
static void reach_elements(struct reach *r, uint32_t id, const struct content *c, term condition) {
	struct terms *ts = r->x->ts;
	uint64_t size = 0, n = 0;
	if (r->each && term_get_u64(ts, r->x->object.at[id].size, &size))
		n = size / c->elem;
	if (r->each && (!n || n > MAX_ELEMENTS)) {
		r->too_large = true;
		return;
	}
	for (uint64_t i = 0; i < n; i++)
		reach_pointer(r, term_select(ts, c->array, term_u64(ts, r->x->address_bits, i)), condition);
	if (!r->each) {
		term any = term_fresh(ts, sort_bv(r->x->address_bits), "any");
		reach_pointer(r, term_select(ts, c->array, any), condition);
	}
}

void reach_content(struct reach *r, uint32_t id, term condition) {
	const struct content *c = memory_get(r->x, r->st, id);
	uint32_t at = 0, offset;
	uint64_t cell;
	if (!c)
		return;
	if (c->lazy && r->each)
		r->too_large = true;
	else if (c->lazy)
		symex_unsupported(r->x, r->st, condition,
		                  "pointers in memory that a block of unknown length was copied to");
	if (c->elem && c->elem_is_pointer)
		reach_elements(r, id, c, condition);
	for (; !c->elem && pmap_next(&c->cells, at, &offset, &cell); at = offset + 1)
		if (cell_is_pointer(cell))
			reach_pointer(r, cell_term(r->x, cell), condition);
}

void reach_open(struct reach *r, struct symex *x, struct state *st) {
	*r = (struct reach){.x = x, .st = st};
	r->condition = mem_alloc(x->object.n * sizeof *r->condition);
	r->visits = mem_alloc(x->object.n * sizeof *r->visits);
	for (size_t i = 0; i < x->object.n; i++)
		r->condition[i] = term_false(x->ts);
}

term *reach_close(struct reach *r) {
	while (r->todo.n) {
		uint32_t id = vec_pop(&r->todo);
		reach_content(r, id, r->condition[id]);
	}
	vec_free(&r->todo);
	mem_free(r->visits);
	return r->condition;
}
