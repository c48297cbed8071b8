/* The part of a state's key about the calls of a library (node.h).
 *
 * A configuration (symex/library/history.h) is a memory and some calls.  Its memory is told by what
 * differs from that at __mt_begin: the objects from before, by their numbers, and what they reach
 * of the objects that the specification has made, named by first reach.  Other objects are those of
 * the program, whose pointers the specification only passes on: they have the names that the rest
 * of the state gives them. */
#include <stdlib.h>

#include "symex/lazy/node.h"
#include "symex/library/history.h"
#include "symex/memory/canon_content.h"

struct history_teller { /* of one configuration */
	struct tree *t;
	const struct history_set *set;
	const struct explanation *c;
	VEC(uint32_t) words;
	VEC(uint32_t) made; /* objects of the specification, in the order of first reach */
	struct map place;   /* object -> its index there */
	VEC(uint32_t) changed;
};

static uint32_t place_of(struct history_teller *w, uint32_t object) {
	uint64_t known;
	if (!map_get(&w->place, object, &known)) {
		known = w->made.n;
		map_put(&w->place, object, known);
		vec_push(&w->made, object);
	}
	return (uint32_t)known;
}

static void tell_name(struct history_teller *w, uint32_t name) {
	const struct symex *x = w->t->x;
	enum name_kind kind = name_kind(name);
	uint32_t number = name_number(name);
	bool is_object = kind == NAME_OBJECT || kind == NAME_PINNED_OBJECT;
	bool is_spec = is_object && x->object.at[number].is_spec;
	bool is_old = is_object && !is_spec && pmap_get(&w->set->begin.mem, number);
	vec_push(&w->words, (uint32_t)kind << 2 | (uint32_t)is_spec << 1 | is_old);
	if (is_spec) {
		uint32_t place = place_of(w, number);
		vec_push(&w->words, kind == NAME_OBJECT ? place : number);
	} else if (is_old) {
		vec_push(&w->words, number);
	} else {
		shape_add_name(w->t->keys.shapes, kind, number);
	}
}

static void tell_object(struct history_teller *w, uint32_t object) {
	struct tree *t = w->t;
	const struct content *c =
	    (const struct content *)(uintptr_t)pmap_get(&w->c->memory.mem, object);
	vec_push(&w->words, (uint32_t)pmap_get(&w->c->memory.ended, object));
	vec_push(&w->words, t->x->object.at[object].size.ix);
	vec_push(&w->words, c != NULL);
	if (!c)
		return;
	struct shape s = shape_content(t->keys.shapes, c);
	vec_push(&w->words, s.form);
	vec_push(&w->words, shape_is_fresh(c) ? c->choice : 0);
	uint32_t n = s.names ? canon_tuple_at(t->keys.canon, s.names)[0] : 0;
	vec_push(&w->words, n);
	for (uint32_t i = 1; i <= n; i++)
		tell_name(w, canon_tuple_at(t->keys.canon, s.names)[i]);
}

/* Has the specification changed an object from before? */
static void each_changed(void *context, uint32_t object, uint64_t then, uint64_t now) {
	struct history_teller *w = context;
	struct symex *x = w->t->x;
	const struct content *a = (const struct content *)(uintptr_t)then;
	const struct content *b = (const struct content *)(uintptr_t)now;
	if (x->object.at[object].is_spec)
		return;
	if (!a || !b || canon_content(w->t->keys.canon, x, a) != canon_content(w->t->keys.canon, x, b))
		vec_push(&w->changed, object);
}

static void each_ended(void *context, uint32_t object, uint64_t then, uint64_t now) {
	struct history_teller *w = context;
	(void)then, (void)now;
	if (!w->t->x->object.at[object].is_spec)
		vec_push(&w->changed, object);
}

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

static void tell_memory(struct history_teller *w) {
	pmap_diff(&w->set->begin.mem, &w->c->memory.mem, each_changed, w);
	pmap_diff(&w->set->begin.ended, &w->c->memory.ended, each_ended, w);
	if (w->changed.n)
		qsort(w->changed.at, w->changed.n, sizeof *w->changed.at, by_number);
	for (size_t i = 0; i < w->changed.n; i++) {
		if (i && w->changed.at[i] == w->changed.at[i - 1])
			continue;
		vec_push(&w->words, w->changed.at[i]);
		tell_object(w, w->changed.at[i]);
	}
	for (size_t i = 0; i < w->made.n; i++)
		tell_object(w, w->made.at[i]);
}

static void tell_values(struct history_teller *w, const struct library_call *call) {
	vec_push(&w->words, call->op);
	vec_push(&w->words, call->n);
	for (uint32_t i = 0; i < call->n; i++) {
		uint32_t form[2];
		shape_add_term(w->t->keys.shapes, call->value[i], form);
		vec_push(&w->words, form[0]);
		vec_push(&w->words, form[1]);
	}
}

/* The calls of each thread, in order. */
static void tell_slots(struct history_teller *w, uint32_t nthreads) {
	for (uint32_t tid = 0; tid < nthreads; tid++)
		for (uint32_t i = 0; i < w->c->nslots; i++) {
			const struct history_slot *s = &w->c->slot[i];
			if (s->tid != tid)
				continue;
			vec_push(&w->words, tid);
			vec_push(&w->words, (uint32_t)s->kind << 1 | s->has_returned);
			if (s->kind == SLOT_CALLED)
				tell_values(w, &s->call);
			if (s->kind == SLOT_PLACED)
				tell_values(w, &s->result);
			if (s->has_returned)
				tell_values(w, &s->returned);
		}
}

static struct shape configuration_shape(struct tree *t, const struct history_set *set,
                                        const struct explanation *c) {
	struct history_teller w = {.t = t, .set = set, .c = c};
	size_t begin = shape_begin(t->keys.shapes);
	uint32_t guard[2];
	shape_add_term(t->keys.shapes, c->guard, guard);
	vec_push(&w.words, guard[0]);
	vec_push(&w.words, guard[1]);
	tell_slots(&w, set->nthreads);
	tell_memory(&w);
	struct shape shape = shape_end(t->keys.shapes, begin,
	                               canon_tuple(t->keys.canon, w.words.at, (uint32_t)w.words.n));
	vec_free(&w.words);
	vec_free(&w.made);
	vec_free(&w.changed);
	map_free(&w.place);
	return shape;
}

static int by_shape(const void *a, const void *b) {
	uint64_t p = shape_pack(*(const struct shape *)a), q = shape_pack(*(const struct shape *)b);
	return p < q ? -1 : p > q;
}

struct shape history_shape(struct tree *t, const struct state *st) {
	struct history_set *set = (struct history_set *)st->history;
	if (!set)
		return (struct shape){0, 0};
	if (set->shape)
		return shape_unpack(set->shape);
	pmap_snapshot(&t->x->pool);
	struct shape *of = arena_array(t->x->pool.arena, struct shape, set->n);
	for (uint32_t i = 0; i < set->n; i++)
		of[i] = configuration_shape(t, set, &set->at[i]);
	qsort(of, set->n, sizeof *of, by_shape);
	size_t begin = shape_begin(t->keys.shapes);
	VEC(uint32_t) words = {0};
	vec_push(&words, node_memory_number(t, &set->begin.mem));
	for (uint32_t i = 0; i < set->n; i++)
		vec_push(&words, shape_add(t->keys.shapes, of[i]));
	struct shape shape =
	    shape_end(t->keys.shapes, begin, canon_tuple(t->keys.canon, words.at, (uint32_t)words.n));
	vec_free(&words);
	set->shape = shape_pack(shape);
	return shape;
}
