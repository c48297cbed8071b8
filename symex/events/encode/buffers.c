/* Store buffers: where stores reach memory, under tso and pso.
 *
 * A store w has a second node M(w), where it reaches memory, after the one where it is issued,
 * I(w). Nodes are in the issue order, so what is added are these edges:
 *
 *   I(w) -> M(w)
 *   M(v) -> M(w)   tso: v is the store of the thread before w; pso: v is one before w to the same
 *                  bytes, or a barrier is between them
 *   M(w) -> I(d)   d comes later in the thread and drains the buffer
 *
 * For everything else M is I: stores of the library, read-modify-writes, stores that drain.  A read
 * of another thread finds M(w) (encode.c).  A read of the same thread finds w as soon as it is
 * issued, since a load looks into the buffer first.
 *
 * A store that nothing comes after, until the buffer drains for sure, that could tell whether it is
 * in memory yet, has no second node: it could as well have been issued when it reaches memory.
 *
 * Nodes that do not happen are part of the chains.  Under tso that changes nothing: I(v) of a later
 * store v is after I(w) anyway.  Under pso an order between stores to different bytes must not come
 * about through one that does not happen: such edges are under its guard. */
#include "symex/events/encode/buffers.h"

/* --- What drains, and what orders stores. --- */

void buffers_mark(struct events *e, uint32_t node, unsigned pairs) {
	struct event_node *n = &e->node.at[node];
	pairs &= ~e->model->keeps;
	n->drains |= (pairs & PAIR_WR) != 0;
	n->is_barrier |= (pairs & PAIR_WW) != 0;
}

/* A large structure is stored under a lock (symex/step/thread/buffer.c). */
static enum mem_order order_of(const struct event *w) {
	const struct type *t = w->ins && w->ins->lhs ? w->ins->lhs->type : NULL;
	bool is_large = w->order != MEM_PLAIN && t && type_is_aggregate(t) && !type_is_atomic_word(t);
	return is_large ? MEM_SEQ_CST : w->order;
}

static void mark_nodes(struct events *e) {
	for (size_t i = 0; i < e->node.n; i++) {
		struct event_node *n = &e->node.at[i];
		n->drains |= n->in_model || n->is_section || n->modifies;
	}
	for (size_t i = 0; i < e->fence.n; i++)
		buffers_mark(e, e->fence.at[i].node, e->model->fence[e->fence.at[i].order]);
	for (size_t i = 0; i < e->event.n; i++)
		if (e->event.at[i].kind == EVENT_WRITE)
			buffers_mark(e, e->event.at[i].node, e->model->atomic[order_of(&e->event.at[i])]);
	for (size_t i = 0; i < e->thread.n; i++)
		for (size_t k = 0; k < e->thread.at[i].spawner.n; k++)
			e->node.at[e->thread.at[i].spawner.at[k]].drains = true;
}

/* --- The stores of a thread. --- */

struct buffers {
	struct events *e;
	uint32_t *first; /* by node, and one more: of 'event' */
	uint32_t *event; /* by node */
};

static void sort_events(struct buffers *b) {
	struct events *e = b->e;
	struct arena *a = e->x->pool.arena;
	b->first = arena_array(a, uint32_t, e->node.n + 2);
	b->event = arena_array(a, uint32_t, e->event.n + 1);
	for (size_t i = 0; i < e->event.n; i++)
		b->first[e->event.at[i].node + 2]++;
	for (size_t i = 2; i < e->node.n + 2; i++)
		b->first[i] += b->first[i - 1];
	for (uint32_t i = 0; i < e->event.n; i++)
		b->event[b->first[e->event.at[i].node + 1]++] = i;
}

/* Does it go through the buffer?  The words of the library, and lifetimes, do not. */
static bool is_store(const struct events *e, uint32_t event) {
	const struct event *w = &e->event.at[event];
	const struct object *o = &e->x->object.at[w->object];
	return w->kind == EVENT_WRITE && !e->node.at[w->node].drains && w->at.from != LIFETIME &&
	       !(o->symbol && o->symbol->is_model);
}

static bool same_place(const struct event *v, const struct event *w) {
	return v->object == w->object && bytes_equal(v->at, w->at) &&
	       (!w->at.step || term_eq(v->offset, w->offset));
}

/* Does the event, which comes after the store, make a difference if that is not in memory yet? */
static bool can_tell(const struct events *e, uint32_t store, uint32_t event) {
	const struct event *w = &e->event.at[store], *other = &e->event.at[event];
	if (other->kind == EVENT_READ)
		return !other->is_sliced;
	return e->model->store == STORE_BY_LOCATION && is_store(e, event) && !same_place(w, other);
}

static bool needs_node(const struct buffers *b, uint32_t store) {
	const struct events *e = b->e;
	const struct event *w = &e->event.at[store];
	const struct event_node *at = &e->node.at[w->node];
	const struct event_thread *t = &e->thread.at[at->tid];
	for (size_t i = at->index; i < t->node.n; i++) {
		uint32_t node = t->node.at[i];
		const struct event_node *n = &e->node.at[node];
		if (n->drains && guard_implies(w->path, n->path))
			return false;
		for (uint32_t k = b->first[node]; k < b->first[node + 1] && !n->drains; k++)
			if ((node != w->node || b->event[k] > store) && can_tell(e, store, b->event[k]))
				return true;
	}
	return false;
}

static void make_nodes(const struct buffers *b) {
	struct events *e = b->e;
	struct terms *ts = e->x->ts;
	for (uint32_t i = 0; i < e->event.n; i++) {
		struct event *w = &e->event.at[i];
		w->memory = w->node;
		if (!is_store(e, i) || !needs_node(b, i))
			continue;
		w->memory = order_node(e->order);
		order_edge(e->order, w->node, w->memory, term_true(ts));
	}
}

bool buffers_delay(const struct events *e, uint32_t write) {
	return buffers_are_used(e) && e->event.at[write].memory != e->event.at[write].node;
}

/* The store reaches memory after a node of the order, if 'when'.  If it has no node of its own,
 * what comes later in the thread is after it, too, so it has to happen. */
static void order_store(struct events *e, uint32_t after, uint32_t store, term when) {
	const struct event *w = &e->event.at[store];
	if (!buffers_delay(e, store))
		when = term_and(e->x->ts, when, w->guard);
	order_edge(e->order, after, w->memory, when);
}

/* --- First in, first out. --- */

static void order_queue(const struct buffers *b, const struct event_thread *t) {
	struct events *e = b->e;
	struct terms *ts = e->x->ts;
	uint32_t last = NO_EVENT; /* that has a node of its own */
	bool drained = true;      /* for sure */
	for (size_t i = 0; i < t->node.n; i++) {
		uint32_t node = t->node.at[i];
		const struct event_node *n = &e->node.at[node];
		if (n->drains && !drained) {
			order_edge(e->order, e->event.at[last].memory, node, n->guard);
			drained = term_is_true(ts, n->guard);
		}
		for (uint32_t k = b->first[node]; k < b->first[node + 1]; k++) {
			uint32_t w = b->event[k];
			if (!is_store(e, w))
				continue;
			if (!drained)
				order_store(e, e->event.at[last].memory, w, term_true(ts));
			if (!buffers_delay(e, w))
				continue;
			last = w;
			drained = false;
		}
	}
}

/* --- A queue for each location. --- */

/* The condition that both are to some byte in common. */
static term overlap(struct events *e, const struct event *v, const struct event *w) {
	struct terms *ts = e->x->ts;
	if (!v->at.step && !w->at.step)
		return term_true(ts);
	uint32_t width = term_width(ts, v->offset);
	term from = term_sub(ts, w->offset, v->offset), to = term_sub(ts, v->offset, w->offset);
	return term_or(ts, term_ult(ts, from, term_u64(ts, width, v->at.n)),
	               term_ult(ts, to, term_u64(ts, width, w->at.n)));
}

/* The stores of the thread before w that have a node of their own, and may be to bytes of w. */
static void order_location(struct events *e, const uint32_t *before, size_t n, uint32_t store) {
	struct terms *ts = e->x->ts;
	const struct event *w = &e->event.at[store];
	while (n-- > 0) {
		const struct event *v = &e->event.at[before[n]];
		if (v->object != w->object || !bytes_overlap(v->at, w->at))
			continue;
		bool same = same_place(v, w);
		term both = same ? term_true(ts) : term_and(ts, v->guard, w->guard);
		order_store(e, v->memory, store, term_and(ts, both, overlap(e, v, w)));
		if (same)
			return;
	}
}

struct barrier { /* a node of the order after all stores before it */
	uint32_t at;
	term guard;
	const struct guard *path;
};

static void order_locations(const struct buffers *b, const struct event_thread *t) {
	struct events *e = b->e;
	struct terms *ts = e->x->ts;
	VEC(uint32_t) store = {0}; /* those that have a node of their own */
	VEC(struct barrier) barrier = {0};
	uint32_t last = NO_NODE; /* node of the order after all stores before it */
	size_t collected = 0;    /* stores that are */
	for (size_t i = 0; i < t->node.n; i++) {
		uint32_t node = t->node.at[i];
		const struct event_node *n = &e->node.at[node];
		if ((n->drains || n->is_barrier) && (store.n > collected || last != NO_NODE)) {
			if (store.n > collected) {
				uint32_t at = order_node(e->order);
				if (last != NO_NODE)
					order_edge(e->order, last, at, term_true(ts));
				last = at;
			}
			for (; collected < store.n; collected++)
				order_edge(e->order, e->event.at[store.at[collected]].memory, last, term_true(ts));
			if (n->drains)
				order_edge(e->order, last, node, n->guard);
			else
				vec_push(&barrier, ((struct barrier){last, n->guard, n->path}));
		}
		for (uint32_t k = b->first[node]; k < b->first[node + 1]; k++) {
			uint32_t w = b->event[k];
			if (!is_store(e, w))
				continue;
			order_location(e, store.at, store.n, w);
			for (size_t m = barrier.n; m-- > 0;) {
				order_store(e, barrier.at[m].at, w, barrier.at[m].guard);
				if (guard_implies(e->event.at[w].path, barrier.at[m].path))
					break;
			}
			if (buffers_delay(e, w))
				vec_push(&store, w);
		}
	}
	vec_free(&store);
	vec_free(&barrier);
}

void buffers_encode(struct events *e) {
	struct buffers b = {.e = e};
	mark_nodes(e);
	sort_events(&b);
	make_nodes(&b);
	for (size_t i = 0; i < e->thread.n; i++)
		switch (e->model->store) {
		case STORE_AT_ONCE: break;
		case STORE_BUFFERED: order_queue(&b, &e->thread.at[i]); break;
		case STORE_BY_LOCATION: order_locations(&b, &e->thread.at[i]); break;
		}
}
