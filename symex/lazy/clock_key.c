/* The part of a state's number that is about happens-before (symex/explore/vector_clock.h). */
#include <stdlib.h>

#include "symex/explore/vector_clock.h"
#include "symex/lazy/node.h"

/* A clock is there to tell which noted accesses are within it; so it is, for each thread, the
 * number of those.  Which accesses, and which words, come first depends on the path: they are
 * sorted. */
struct clock_view {
	struct tree *t;
	const struct clocks *clocks;
	const struct noted_access **noted; /* those that may still race */
	uint32_t n;
};

static uint32_t noted_within(const struct clock_view *v, uint32_t count, uint32_t tid) {
	uint32_t n = 0;
	for (uint32_t i = 0; i < v->n; i++)
		n += v->noted[i]->access.tid == tid && v->noted[i]->count <= count;
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

struct shape clock_shape(struct tree *t, const struct state *st) {
	const struct clocks *c = st->clocks;
	if (!c)
		return (struct shape){0, 0};
	struct clock_view v = {.t = t, .clocks = c};
	v.noted = arena_array(t->x->pool.arena, const struct noted_access *, c->nnoted);
	for (uint32_t i = 0; i < c->nnoted; i++)
		if (clock_matters(st, c->noted[i]))
			v.noted[v.n++] = c->noted[i];
	if (!v.n)
		return (struct shape){0, 0};
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
	return shape_end(t->keys.shapes, begin, form);
}
