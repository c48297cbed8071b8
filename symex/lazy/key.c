/* Numbers of states: equal states have equal numbers (symex/core/canon.h). */
#include <stdlib.h>

#include "symex/core/rounds.h"
#include "symex/step/lock_order.h"
#include "symex/step/thread.h"
#include "symex/lazy/node.h"
#include "symex/step/wakeup.h"

/* --- One thread. --- */

static uint32_t frame_number(struct tree *t, const struct frame *f) {
	if (!f)
		return 0;
	if (f->canon)
		return f->canon;
	uint32_t words[] = {frame_number(t, f->up), f->function->symbol->id,
	                    f->return_pc,           f->varargs.ix,
	                    f->recursion,           f->is_interrupt};
	((struct frame *)f)->canon = canon_tuple(t->canon, words, sizeof words / sizeof *words);
	return f->canon;
}

static uint32_t held_number(struct tree *t, const struct held *h) {
	if (!h)
		return 0;
	uint32_t words[] = {held_number(t, h->up), h->object.ix, h->released.ix};
	return canon_tuple(t->canon, words, 3);
}

static uint64_t reg_value(void *context, uint32_t key, uint64_t raw) {
	(void)context;
	(void)key;
	return reg_kind(raw) == REG_NOTE || reg_kind(raw) == REG_COUNT ? 0 : raw;
}

static uint32_t wakeup_number(struct tree *t, const struct wakeup *w) {
	if (!w || !w->frame)
		return w != NULL;
	uint32_t words[] = {frame_number(t, w->frame), w->return_pc, w->condition.ix,
	                    canon_map(t->canon, &t->x->pool, &w->reg, reg_value, NULL)};
	return canon_tuple(t->canon, words, sizeof words / sizeof *words);
}

static uint32_t rounds_of_thread(struct tree *t, const struct state *view) {
	uint32_t number = 0;
	for (const struct frame *f = view->frame; f; f = f->up)
		for (size_t i = 0; i < f->function->loop.n; i++) {
			uint32_t words[] = {number, f->base, (uint32_t)i,
			                    rounds_get(view, f, (uint32_t)i, ROUNDS_COUNTED)};
			if (words[3])
				number = canon_tuple(t->canon, words, 4);
		}
	return number;
}

static uint32_t thread_number(struct tree *t, const struct state *view) {
	const struct pmap_pool *pool = &t->x->pool;
	uint32_t words[] = {view->tid,
	                    frame_number(t, view->frame),
	                    view->pc,
	                    view->atomic,
	                    view->cut,
	                    wakeup_number(t, view->wakeup),
	                    held_number(t, view->held),
	                    canon_map(t->canon, pool, &view->reg, reg_value, NULL),
	                    canon_map(t->canon, pool, &view->stack, NULL, NULL),
	                    canon_map(t->canon, pool, &view->tls, NULL, NULL)};
	return canon_tuple(t->canon, words, sizeof words / sizeof *words);
}

/* --- The state. --- */

static uint64_t content_value(void *context, uint32_t key, uint64_t raw) {
	struct tree *t = context;
	const struct content *initial = t->x->object.at[key].initial;
	uint32_t now = canon_content(t->canon, t->x, (const struct content *)(uintptr_t)raw);
	return initial && canon_content(t->canon, t->x, initial) == now ? 0 : now;
}

static uint64_t created_value(void *context, uint32_t key, uint64_t raw) {
	(void)context;
	(void)key;
	return ((const struct created *)(uintptr_t)raw)->data.ix;
}

static uint64_t edge_value(void *context, uint32_t key, uint64_t raw) {
	struct tree *t = context;
	const struct lock_edge *e = (const struct lock_edge *)(uintptr_t)raw;
	uint32_t words[] = {e->from.ix, e->to.ix, e->when.ix, e->tid, held_number(t, e->held)};
	(void)key;
	return canon_tuple(t->canon, words, 5);
}

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

static uint32_t all_assumptions(const struct symex *x, uint32_t *words) {
	uint32_t n = 0;
	for (size_t i = 0; i < x->assumption.n; i++)
		words[i] = x->assumption.at[i].ix;
	qsort(words, x->assumption.n, sizeof *words, by_number);
	for (size_t i = 0; i < x->assumption.n; i++)
		if (!n || words[n - 1] != words[i])
			words[n++] = words[i];
	return n;
}

static uint32_t assumptions_number(struct tree *t, const struct state *st, bool is_feasible) {
	struct symex *x = t->x;
	if (!x->assumption.n)
		return 0;
	uint32_t *words = mem_alloc(x->assumption.n * sizeof *words);
	uint32_t n =
	    is_feasible ? relevant_assumptions(t->relevance, x, st, words) : all_assumptions(x, words);
	uint32_t number = n ? canon_tuple(t->canon, words, n) : 0;
	mem_free(words);
	return number;
}

uint32_t node_key(struct tree *t, struct state *st, bool is_feasible) {
	struct symex *x = t->x;
	pmap_snapshot(&x->pool);
	bool bounded = t->bound.context != NO_BOUND || t->bound.preemption != NO_BOUND ||
	               t->bound.decision != NO_BOUND;
	uint32_t n = 0, *words = arena_array(x->pool.arena, uint32_t, st->nthreads + 7);
	words[n++] = canon_map(t->canon, &x->pool, &st->mem, content_value, t);
	words[n++] = canon_map(t->canon, &x->pool, &st->ended, NULL, NULL);
	words[n++] = canon_map(t->canon, &x->pool, &st->created, created_value, NULL);
	words[n++] = canon_map(t->canon, &x->pool, &st->order, edge_value, t);
	words[n++] = st->nthreads;
	words[n++] = bounded ? st->tid + 1 : 0; /* continuing with it is free */
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		const struct parked *p = st->tid == tid ? NULL : thread_parked(st, tid);
		if (p && p->canon) {
			words[n++] = p->canon;
			continue;
		}
		struct state view = thread_view(st, tid);
		uint32_t number = view.frame ? thread_number(t, &view) : 0;
		if (p)
			((struct parked *)p)->canon = number;
		words[n++] = number;
	}
	words[n++] = assumptions_number(t, st, is_feasible);
	return canon_tuple(t->canon, words, n);
}

uint32_t node_rounds(struct tree *t, struct state *st) {
	uint32_t n = 0, *words = arena_array(t->x->pool.arena, uint32_t, st->nthreads);
	bool any = false;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		const struct parked *p = st->tid == tid ? NULL : thread_parked(st, tid);
		if (p && p->rounds) {
			words[n] = p->rounds - 1;
		} else {
			struct state view = thread_view(st, tid);
			words[n] = rounds_of_thread(t, &view);
			if (p)
				((struct parked *)p)->rounds = words[n] + 1;
		}
		any |= words[n++] != 0;
	}
	return any ? canon_tuple(t->canon, words, n) : 0;
}
