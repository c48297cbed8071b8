#include "symex/memory/store.h"

#include "symex/core/naming.h"
#include "symex/symex_stats.h"

struct scalar scalar_of(const struct type *t) {
	if (t->kind == TYPE_POINTER)
		return (struct scalar){t->bits / 8, true};
	return (struct scalar){(t->bits + 7) / 8, false};
}

/* Memories of a specification in several orders of the calls exist side by side, so an object keeps
 * what it is. */
static bool is_like(const struct object *a, const struct object *b) {
	return a->kind == b->kind && a->symbol == b->symbol && term_eq(a->size, b->size) &&
	       a->align == b->align && a->is_spec == b->is_spec;
}

/* By location, contexts or paths that exist side by side make the same object, at most one of them
 * in an execution, and what decides which one may also decide its size. */
static void join_object(struct symex *x, struct object *o, const struct object *before) {
	if (!o->allocated.ix || !before->allocated.ix)
		return;
	o->size = term_ite(x->ts, o->allocated, o->size, before->size);
	o->allocated = term_or(x->ts, o->allocated, before->allocated);
	o->guard = before->guard;
}

uint32_t memory_object(struct symex *x, struct object o) {
	bool by_choice = x->naming && o.kind != OBJECT_STATIC && o.kind != OBJECT_FUNCTION;
	uint64_t known;
	if (!o.align)
		o.align = 1;
	o.is_spec = x->engine->calls.is_specification;
	/* An object that another path has made with this choice is the same object here. */
	if (by_choice && map_get(&x->naming->object, o.choice, &known) &&
	    (!o.is_spec || is_like(&x->object.at[known], &o))) {
		if (!o.base.ix) /* another thread has seen it, and its address, before (events/) */
			o.base = x->object.at[known].base;
		if (naming_by_location(x))
			join_object(x, &o, &x->object.at[known]);
		x->object.at[known] = o;
		return (uint32_t)known;
	}
	vec_push(&x->object, o);
	x->stats->objects++;
	if (by_choice)
		map_put(&x->naming->object, o.choice, x->object.n - 1);
	return (uint32_t)x->object.n - 1;
}

static struct content *content_new(struct symex *x, enum fill fill, uint32_t choice) {
	struct content *c = arena_new(x->pool.arena, struct content);
	c->epoch = x->pool.epoch;
	c->fill = fill;
	c->choice = choice;
	return c;
}

struct content *memory_fresh(struct symex *x, uint32_t choice) {
	return content_new(x, FILL_ANY, choice);
}

struct content *memory_zero(struct symex *x) {
	return content_new(x, FILL_ZERO, 0);
}

void memory_put(struct symex *x, struct state *st, uint32_t object, struct content *c) {
	st->wrote = true;
	st->wakeup = NULL;
	/* The arguments of main are made before it has a frame. */
	if (x->engine->memory.keeps_initial && (!x->object.at[object].initial || !st->frame)) {
		c->epoch = 0; /* all threads share it, so neither it nor its cells change in place */
		pmap_snapshot(&x->pool);
		x->object.at[object].initial = c;
	}
	pmap_set(&x->pool, &st->mem, object, (uint64_t)(uintptr_t)c);
}

const struct content *memory_get(struct symex *x, const struct state *st, uint32_t object) {
	uint64_t c = pmap_get(&st->mem, object);
	if (c)
		return (const struct content *)(uintptr_t)c;
	return x->object.at[object].initial;
}

bool memory_ends_with_main(const struct symex *x, uint32_t object) {
	const struct object *o = &x->object.at[object];
	return o->kind == OBJECT_STATIC && o->symbol && o->symbol->storage == STORAGE_THREAD &&
	       o->symbol->is_shared;
}
