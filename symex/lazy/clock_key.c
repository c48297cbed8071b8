/* The part of a state's number that is about happens-before (symex/explore/vector_clock.h). */
#include <stdlib.h>

#include "symex/explore/robust.h"
#include "symex/explore/vector_clock.h"
#include "symex/lazy/node.h"

/* A clock is there to tell which noted accesses are within it; so it is, for each thread, the
 * number of those.  Which accesses, and which words, come first depends on the path: they are
 * sorted. */
struct clock_mark {
	uint32_t tid, count;
};

struct clock_view {
	struct tree *t;
	const struct clocks *clocks;
	const struct noted_access **noted; /* those that may still race */
	uint32_t n;
	struct clock_mark *mark; /* of these, and of what robust.h notes */
	uint32_t nmarks;
	/* Words of robust.h, with what no thread can overlook there. */
	struct robust_place *place;
	uint32_t nplaces;
};

struct robust_place {
	const struct robust_word *word;
	uint32_t at, base; /* at: its number */
};

static uint32_t noted_within(const struct clock_view *v, uint32_t count, uint32_t tid) {
	uint32_t n = 0;
	for (uint32_t i = 0; i < v->nmarks; i++)
		n += v->mark[i].tid == tid && v->mark[i].count <= count;
	return n;
}

static uint32_t clock_form(const struct clock_view *v, const struct vector_clock *c) {
	uint32_t form = 0;
	for (uint32_t tid = 0; tid < v->clocks->nthreads; tid++) {
		uint32_t n = noted_within(v, clock_of(c, tid), tid), words[] = {form, tid, n};
		form = n ? canon_tuple(v->t->keys.canon, words, 3) : form;
	}
	return form;
}

static uint32_t noted_form(const struct clock_view *v, const struct noted_access *a) {
	struct shapes *s = v->t->keys.shapes;
	uint32_t offset[2] = {0, 0}, guard[2];
	shape_add_name(s, NAME_OBJECT, a->object);
	if (a->offset.ix)
		shape_add_term(s, a->offset, offset);
	shape_add_term(s, a->access.guard, guard);
	uint64_t ins = (uintptr_t)a->access.ins;
	uint32_t words[] = {a->access.tid,
	                    noted_within(v, a->count, a->access.tid),
	                    a->access.is_write,
	                    a->access.is_atomic,
	                    (uint32_t)a->bytes,
	                    offset[0],
	                    offset[1],
	                    guard[0],
	                    guard[1],
	                    (uint32_t)ins,
	                    (uint32_t)(ins >> 32)};
	return canon_tuple(v->t->keys.canon, words, sizeof words / sizeof *words);
}

static uint32_t word_form(const struct clock_view *v, const struct clock_word *w) {
	uint32_t form = clock_form(v, w->release);
	for (uint32_t tid = 0; tid < w->nby; tid++) {
		uint32_t by = clock_form(v, w->by[tid]), words[] = {form, tid, by};
		form = by ? canon_tuple(v->t->keys.canon, words, 3) : form;
	}
	if (!form)
		return 0;
	shape_add_name(v->t->keys.shapes, NAME_OBJECT, w->object);
	uint32_t words[] = {form, (uint32_t)w->offset, (uint32_t)(w->offset >> 32)};
	return canon_tuple(v->t->keys.canon, words, 3);
}

#define COMPARE(a, b)                                                                              \
	if ((a) != (b))                                                                                \
	return (a) < (b) ? -1 : 1

static int by_place(const void *p, const void *q) {
	const struct noted_access *a = *(const struct noted_access *const *)p;
	const struct noted_access *b = *(const struct noted_access *const *)q;
	COMPARE(a->object, b->object);
	COMPARE(a->access.tid, b->access.tid);
	COMPARE(a->offset.ix, b->offset.ix);
	COMPARE(a->bytes, b->bytes);
	COMPARE(a->access.is_write, b->access.is_write);
	COMPARE(a->access.is_atomic, b->access.is_atomic);
	COMPARE(a->access.guard.ix, b->access.guard.ix);
	return 0;
}

static int by_offset(const void *p, const void *q) {
	const struct clock_word *a = p, *b = q;
	COMPARE(a->object, b->object);
	COMPARE(a->offset, b->offset);
	return 0;
}

static uint32_t words_form(const struct clock_view *v, uint32_t form) {
	const struct clocks *c = v->clocks;
	struct clock_word *word = arena_array(v->t->x->pool.arena, struct clock_word, c->nwords);
	for (uint32_t i = 0; i < c->nwords; i++)
		word[i] = c->word[i];
	if (c->nwords)
		qsort(word, c->nwords, sizeof *word, by_offset);
	for (uint32_t i = 0; i < c->nwords; i++) {
		uint32_t one = word_form(v, &word[i]), words[] = {form, one, 1};
		form = one ? canon_tuple(v->t->keys.canon, words, 3) : form;
	}
	return form;
}

/* --- What robust.h notes. --- */

static int by_word(const void *p, const void *q) {
	const struct robust_place *a = p, *b = q;
	COMPARE(a->word->object, b->word->object);
	COMPARE(a->word->offset, b->word->offset);
	return 0;
}

static int by_note(const void *p, const void *q) {
	const struct robust_note *a = p, *b = q;
	COMPARE(a->tid, b->tid);
	COMPARE(a->count, b->count);
	COMPARE(a->index, b->index);
	return 0;
}

static void find_places(struct clock_view *v, const struct state *st) {
	const struct robust *r = v->clocks->robust;
	v->place = arena_array(v->t->x->pool.arena, struct robust_place, r->nwords);
	for (uint32_t i = 0; i < r->nwords; i++)
		v->place[v->nplaces++] =
		    (struct robust_place){&r->word[i], i, robust_base(st, &r->word[i])};
	if (v->nplaces)
		qsort(v->place, v->nplaces, sizeof *v->place, by_word);
}

static void mark_places(struct clock_view *v) {
	for (uint32_t i = 0; i < v->nplaces; i++) {
		const struct robust_word *w = v->place[i].word;
		for (uint32_t k = 0; k < w->nnotes; k++)
			if (w->note[k].index > v->place[i].base)
				v->mark[v->nmarks++] = (struct clock_mark){w->note[k].tid, w->note[k].count};
	}
}

static uint32_t count_notes(const struct clock_view *v) {
	uint32_t n = 0;
	for (uint32_t i = 0; i < v->nplaces; i++)
		n += v->place[i].word->nnotes;
	return n;
}

/* Numbers of writes count from the last one that no thread can overlook. */
static uint32_t vector_form(const struct clock_view *v, const struct vector_clock *c) {
	uint32_t form = 0;
	for (uint32_t i = 0; i < v->nplaces; i++) {
		uint32_t to = clock_of(c, v->place[i].at), base = v->place[i].base;
		uint32_t words[] = {form, i, to - base};
		form = to > base ? canon_tuple(v->t->keys.canon, words, 3) : form;
	}
	return form;
}

static uint32_t vectors_form(const struct clock_view *v, uint32_t form,
                             const struct vector_clock *const *at, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) {
		uint32_t one = vector_form(v, at[i]), words[] = {form, i, one};
		form = one ? canon_tuple(v->t->keys.canon, words, 3) : form;
	}
	return form;
}

static uint32_t writes_form(const struct clock_view *v, uint32_t form,
                            const struct robust_place *p) {
	const struct robust_word *w = p->word;
	for (uint32_t i = p->base; i < w->last; i++) {
		const struct robust_write *one = &w->write[i - w->base];
		uint32_t value[2] = {0, 0};
		if (one->value.ix)
			shape_add_term(v->t->keys.shapes, one->value, value);
		uint32_t words[] = {form, one->value.ix != 0, value[0], value[1], one[1].modifies};
		form = canon_tuple(v->t->keys.canon, words, 5);
	}
	return form;
}

static uint32_t notes_form(const struct clock_view *v, uint32_t form,
                           const struct robust_place *p) {
	const struct robust_word *w = p->word;
	struct robust_note *note = arena_array(v->t->x->pool.arena, struct robust_note, w->nnotes);
	for (uint32_t i = 0; i < w->nnotes; i++)
		note[i] = w->note[i];
	if (w->nnotes)
		qsort(note, w->nnotes, sizeof *note, by_note);
	for (uint32_t i = 0; i < w->nnotes; i++) {
		if (note[i].index <= p->base)
			continue;
		uint32_t words[] = {form, note[i].tid, noted_within(v, note[i].count, note[i].tid),
		                    note[i].index - p->base};
		form = canon_tuple(v->t->keys.canon, words, 4);
	}
	return form;
}

static uint32_t place_form(const struct clock_view *v, const struct robust_place *p) {
	const struct robust_word *w = p->word;
	uint32_t form = vectors_form(v, 0, w->at, WORD_VECTORS);
	if (p->base == w->last && !form)
		return 0;
	shape_add_name(v->t->keys.shapes, NAME_OBJECT, w->object);
	uint32_t words[] = {form,     (uint32_t)w->offset, (uint32_t)(w->offset >> 32),
	                    w->bytes, w->last - p->base,   w->by_seq_cst};
	form = canon_tuple(v->t->keys.canon, words, 6);
	return notes_form(v, writes_form(v, form, p), p);
}

static int by_object(const void *p, const void *q) {
	const struct robust_object *a = p, *b = q;
	COMPARE(a->object, b->object);
	return 0;
}

static uint32_t robust_form(const struct clock_view *v, uint32_t form) {
	const struct robust *r = v->clocks->robust;
	for (uint32_t i = 0; i < v->nplaces; i++) {
		uint32_t one = place_form(v, &v->place[i]), words[] = {form, i, one};
		form = one ? canon_tuple(v->t->keys.canon, words, 3) : form;
	}
	struct robust_object *o = arena_array(v->t->x->pool.arena, struct robust_object, r->nobjects);
	for (uint32_t i = 0; i < r->nobjects; i++)
		o[i] = r->object[i];
	if (r->nobjects)
		qsort(o, r->nobjects, sizeof *o, by_object);
	for (uint32_t i = 0; i < r->nobjects; i++) {
		const struct vector_clock *of[] = {o[i].written, o[i].read};
		uint32_t one = vectors_form(v, 0, of, 2), words[] = {form, one};
		if (!one)
			continue;
		shape_add_name(v->t->keys.shapes, NAME_OBJECT, o[i].object);
		form = canon_tuple(v->t->keys.canon, words, 2);
	}
	for (uint32_t tid = 0; tid < r->nthreads; tid++) {
		uint32_t one = vectors_form(v, 0, r->thread[tid].at, THREAD_VECTORS);
		uint32_t words[] = {form, tid, one};
		form = one ? canon_tuple(v->t->keys.canon, words, 3) : form;
	}
	return vectors_form(v, form, &r->sections, 1);
}

struct shape clock_shape(struct tree *t, const struct state *st) {
	const struct clocks *c = st->clocks;
	if (!c)
		return (struct shape){0, 0};
	struct clock_view v = {.t = t, .clocks = c};
	v.noted = arena_array(t->x->pool.arena, const struct noted_access *, c->nnoted);
	for (uint32_t i = 0; i < c->nnoted; i++)
		if (clock_matters(st, c->noted[i]))
			v.noted[v.n++] = c->noted[i];
	if (c->robust)
		find_places(&v, st);
	v.mark = arena_array(t->x->pool.arena, struct clock_mark, v.n + count_notes(&v));
	for (uint32_t i = 0; i < v.n; i++)
		v.mark[v.nmarks++] = (struct clock_mark){v.noted[i]->access.tid, v.noted[i]->count};
	mark_places(&v);
	if (!v.nmarks && !c->robust)
		return (struct shape){0, 0};
	if (v.n)
		qsort(v.noted, v.n, sizeof *v.noted, by_place);
	size_t begin = shape_begin(t->keys.shapes);
	uint32_t form = clock_form(&v, c->sections);
	for (uint32_t i = 0; i < v.n; i++) {
		uint32_t words[] = {form, noted_form(&v, v.noted[i])};
		form = canon_tuple(t->keys.canon, words, 2);
	}
	form = words_form(&v, form);
	for (uint32_t tid = 0; tid < c->nthreads; tid++) {
		const struct clock_thread *of = &c->thread[tid];
		uint32_t words[] = {form, clock_form(&v, of->now), clock_form(&v, of->fence),
		                    clock_form(&v, of->found)};
		form = canon_tuple(t->keys.canon, words, 4);
	}
	if (c->robust)
		form = robust_form(&v, form);
	return shape_end(t->keys.shapes, begin, form);
}
