/* Numbers of control states (node.h). */
#include "symex/core/iterations.h"
#include "symex/lazy/node.h"
#include "symex/step/check/lock_order.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wakeup.h"

/* --- One thread. --- */

static uint32_t frame_number(struct tree *t, const struct frame *f) {
	if (!f)
		return 0;
	uint32_t words[] = {frame_number(t, f->up), f->function->symbol->id,
	                    f->return_pc,           f->varargs.ix,
	                    f->recursion,           f->is_interrupt};
	return canon_tuple(t->keys.canon, words, sizeof words / sizeof *words);
}

static uint32_t held_number(struct tree *t, const struct held *h) {
	if (!h)
		return 0;
	uint32_t words[] = {held_number(t, h->up), h->object.ix, h->released.ix};
	return canon_tuple(t->keys.canon, words, 3);
}

/* All that a spurious wakeup compares. */
static uint32_t wakeup_number(struct tree *t, const struct wakeup *w) {
	uint32_t number = w != NULL, key;
	uint64_t raw;
	if (!w || !w->frame)
		return number;
	uint32_t words[] = {frame_number(t, w->frame), w->return_pc, w->condition.ix};
	number = canon_tuple(t->keys.canon, words, 3);
	for (uint32_t at = 0; pmap_next(&w->reg, at, &key, &raw); at = key + 1) {
		uint32_t reg[] = {number, key, (uint32_t)(raw >> 32), reg_payload(raw)};
		if (reg_has_value(raw))
			number = canon_tuple(t->keys.canon, reg, 4);
	}
	return number;
}

/* The registers that hold pointers, and which registers there are. */
static uint32_t pointers_number(struct tree *t, const struct state *view) {
	struct symex *x = t->x;
	uint32_t number = 0, key;
	uint64_t raw;
	for (uint32_t at = 0; pmap_next(&view->reg, at, &key, &raw); at = key + 1) {
		if (!reg_has_value(raw))
			continue;
		term value = reg_term(x, raw);
		uint32_t width = term_width(x->ts, value);
		uint32_t words[] = {number, key, width, width == x->pointer_bits ? value.ix : 0};
		number = canon_tuple(t->keys.canon, words, 4);
	}
	return number;
}

/* The iterations of the loops that the thread is in: a location of the unwound program. */
static uint32_t unwound_number(struct tree *t, const struct state *view) {
	uint32_t number = 0, pc = view->pc;
	for (const struct frame *f = view->frame; f; pc = frame_call_pc(f), f = f->up)
		for (size_t i = 0; i < f->function->loop.n; i++) {
			if (!iterations_has(&f->function->loop.at[i], pc))
				continue;
			uint32_t words[] = {number, f->base, (uint32_t)i,
			                    iterations_get(view, f, (uint32_t)i, ITERATIONS_ALL),
			                    iterations_get(view, f, (uint32_t)i, ITERATIONS_COUNTED)};
			if (words[3])
				number = canon_tuple(t->keys.canon, words, 5);
		}
	return number;
}

static uint32_t control_of_thread(struct tree *t, const struct state *view) {
	const struct pmap_pool *pool = &t->x->pool;
	uint32_t words[] = {view->tid,
	                    frame_number(t, view->frame),
	                    view->pc,
	                    view->atomic,
	                    view->cut,
	                    wakeup_number(t, view->wakeup),
	                    held_number(t, view->held),
	                    pointers_number(t, view),
	                    unwound_number(t, view),
	                    canon_map(t->keys.canon, pool, &view->stack, NULL, NULL),
	                    canon_map(t->keys.canon, pool, &view->tls, NULL, NULL)};
	return canon_tuple(t->keys.canon, words, sizeof words / sizeof *words);
}

/* --- The state. --- */

/* The objects that exist, with their sizes. */
static uint32_t objects_number(struct tree *t, const struct state *st) {
	struct symex *x = t->x;
	uint32_t number = 0, key;
	uint64_t raw;
	for (uint32_t at = 0; pmap_next(&st->mem, at, &key, &raw); at = key + 1) {
		if (x->object.at[key].kind == OBJECT_STATIC)
			continue;
		uint32_t words[] = {number, key, x->object.at[key].size.ix};
		number = canon_tuple(t->keys.canon, words, 3);
	}
	return number;
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
	return canon_tuple(t->keys.canon, words, 5);
}

uint32_t node_control(struct tree *t, struct state *st) {
	struct symex *x = t->x;
	pmap_snapshot(&x->pool);
	uint32_t n = 0, *words = arena_array(x->pool.arena, uint32_t, st->nthreads + 7);
	words[n++] = objects_number(t, st);
	words[n++] = canon_map(t->keys.canon, &x->pool, &st->ended, NULL, NULL);
	words[n++] = canon_map(t->keys.canon, &x->pool, &st->created, created_value, NULL);
	words[n++] = canon_map(t->keys.canon, &x->pool, &st->order, edge_value, t);
	words[n++] = st->nthreads;
	words[n++] = tree_reduces_by(t, REDUCTION_ANY_RUNNER) ? 0 : st->tid + 1;
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		struct parked *p =
		    st->tid == tid ? NULL : (struct parked *)(uintptr_t)state_parked(st, tid);
		if (p && p->keys.control) {
			words[n++] = p->keys.control;
			continue;
		}
		struct state view = thread_view(st, tid);
		uint32_t number = view.frame ? control_of_thread(t, &view) : 0;
		if (p)
			p->keys.control = number;
		words[n++] = number;
	}
	words[n++] = UINT32_MAX; /* no state in the cache has this number */
	return canon_tuple(t->keys.canon, words, n);
}
