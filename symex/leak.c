/* The end of the program: what was allocated must have been freed.
 *
 * Where what a pointer still reaches is no leak (SV-COMP's valid-memtrack), reachability starts at
 * static objects and live automatic variables and follows the pointers stored in objects, each
 * under the condition that the cell points there.
 */
#include "symex/step.h"

#include "util/intern.h"

enum { MAX_VISITS = 64 }; /* of one object; conditions around cycles need not become equal */

struct reach {
	struct symex *x;
	struct state *st;
	term *condition; /* per object: under which it is reached */
	uint32_t *visits;
	VEC(uint32_t) todo;
};

static void reach_object(struct reach *r, uint32_t id, term condition) {
	struct terms *ts = r->x->ts;
	term now = term_or(ts, r->condition[id], condition);
	if (!id || term_eq(now, r->condition[id]) || r->visits[id] == MAX_VISITS)
		return;
	r->condition[id] = now;
	r->visits[id]++;
	vec_push(&r->todo, id);
}

static void reach_pointer(struct reach *r, term p, term condition) {
	struct pointees t;
	ptr_targets(r->x, p, &t);
	for (size_t i = 0; i < t.list.n; i++)
		reach_object(r, t.list.at[i].object, term_and(r->x->ts, condition, t.list.at[i].guard));
	vec_free(&t.list);
}

static void reach_content(struct reach *r, uint32_t id) {
	const struct content *c = memory_get(r->x, r->st, id);
	uint32_t at = 0, offset;
	uint64_t cell;
	if (!c)
		return;
	if (c->elem && c->elem_is_pointer)
		reach_pointer(r,
		              term_select(r->x->ts, c->array,
		                          term_fresh(r->x->ts, sort_bv(r->x->address_bits), "any")),
		              r->condition[id]);
	for (; !c->elem && pmap_next(&c->cells, at, &offset, &cell); at = offset + 1)
		if (cell >> 63)
			reach_pointer(r, (term){(uint32_t)cell}, r->condition[id]);
}

static void reach_roots(struct reach *r) {
	struct symex *x = r->x;
	term yes = term_true(x->ts);
	for (uint32_t id = 1; id < x->object.n; id++)
		if (x->object.at[id].kind == OBJECT_STATIC)
			reach_object(r, id, yes);
	const struct frame *f = r->st->frame;
	uint32_t at = 0, key, last = f ? f->base + f->size : 0;
	uint64_t value;
	/* At the end of main its variables are gone; exit is called while they are there. */
	for (; f && f->up && pmap_next(&r->st->reg, at, &key, &value) && key < last; at = key + 1) {
		if (reg_kind(value) != REG_TERM)
			continue;
		term v = {reg_payload(value)};
		if (term_width(x->ts, v) == x->pointer_bits)
			reach_pointer(r, v, yes);
	}
}

static term *reachable(struct symex *x, struct state *st) {
	struct reach r = {.x = x, .st = st};
	r.condition = mem_alloc(x->object.n * sizeof *r.condition);
	r.visits = mem_alloc(x->object.n * sizeof *r.visits);
	for (size_t i = 0; i < x->object.n; i++)
		r.condition[i] = term_false(x->ts);
	reach_roots(&r);
	while (r.todo.n)
		reach_content(&r, vec_pop(&r.todo));
	vec_free(&r.todo);
	mem_free(r.visits);
	return r.condition;
}

static uint32_t leak_property(struct symex *x, const struct state *st, struct loc where) {
	uint64_t known;
	const char *key = intern("leak");
	if (!map_get(&x->made_property, map_key(key), &known)) {
		known = prog_add_property(x->prog, st->frame->function, PROPERTY_LEAK, where,
		                          "allocated memory is never freed");
		map_put(&x->made_property, map_key(key), known);
	}
	return (uint32_t)known;
}

void step_program_end(struct symex *x, struct state *st) {
	if (x->tree)
		x->tree->program_end = true;
	if (!x->config->leak_check)
		return;
	struct terms *ts = x->ts;
	term lost = term_false(ts);
	struct loc where = state_loc(st);
	term *reached = x->config->leak_reachable_ok ? reachable(x, st) : NULL;
	for (uint32_t id = 1; id < x->object.n; id++) {
		const struct object *o = &x->object.at[id];
		if (o->kind != OBJECT_HEAP || !memory_get(x, st, id))
			continue;
		term kept = term_and(ts, o->born, term_not(ts, memory_is_ended(x, st, id)));
		if (reached)
			kept = term_and(ts, kept, term_not(ts, reached[id]));
		if (!term_is_false(ts, kept))
			where = o->loc;
		lost = term_or(ts, lost, kept);
	}
	mem_free(reached);
	if (x->prog->end_when)
		lost = term_and(ts, lost, eval_condition(x, st, x->prog->end_when));
	step_check(x, st, leak_property(x, st, where), term_not(ts, lost));
}
