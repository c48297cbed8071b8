/* Coherence: the order of the accesses of one location, as a graph beside the issue order.
 *
 * A node for each access, which is one also for a structure that is read or written in parts and
 * for both halves of a read-modify-write, and one for the values that locations have at the begin.
 * A read is after its source, and for every other write either that is before the source or the
 * read is before it (encode.c): this is the order of the writes, what a read comes before, and that
 * nothing comes between the halves of a read-modify-write.  Here, accesses of the same bytes are
 * ordered as they happen before each other.
 *
 * All edges are between accesses of the same bytes: the graph has several locations, and an edge
 * from one to another would order more than C11 does. */
#include "symex/events/encode/coherence.h"

#include "symex/events/encode/happens_before.h"

/* --- Atomic accesses to structures, which have several events. --- */

static bool is_part(const struct event *ev) {
	return ev->order != MEM_PLAIN && ev->ins && ev->ins->lhs &&
	       type_is_aggregate(ev->ins->lhs->type);
}

/* Are the events parts of one atomic access, or of one read-modify-write? */
static bool is_same_access(const struct events *e, const struct event *a, const struct event *b) {
	return a->node == b->node && a->object == b->object && is_part(a) && is_part(b) &&
	       (a->kind == b->kind || e->node.at[a->node].is_operation);
}

/* The events of a node follow each other. */
static void find_access(const struct events *e, uint32_t event, uint32_t *first, uint32_t *last) {
	uint32_t node = e->event.at[event].node;
	*first = *last = event;
	while (*first && e->event.at[*first - 1].node == node)
		--*first;
	while (*last + 1 < e->event.n && e->event.at[*last + 1].node == node)
		++*last;
}

static void share_node(struct events *e, uint32_t event) {
	struct happens_before *h = e->hb;
	uint32_t first, last;
	find_access(e, event, &first, &last);
	for (uint32_t i = first; i <= last; i++)
		if (is_same_access(e, &e->event.at[event], &e->event.at[i]))
			h->coherence[i] = h->coherence[event];
}

/* The bytes of the whole access. */
static struct event_bytes whole_bytes(const struct events *e, uint32_t event) {
	struct event_bytes all = e->event.at[event].at;
	uint32_t first, last;
	if (!is_part(&e->event.at[event]))
		return all;
	find_access(e, event, &first, &last);
	for (uint32_t i = first; i <= last; i++) {
		const struct event_bytes *at = &e->event.at[i].at;
		if (!is_same_access(e, &e->event.at[event], &e->event.at[i]))
			continue;
		uint64_t from = at->from < all.from ? at->from : all.from;
		uint64_t end = at->from + at->n > all.from + all.n ? at->from + at->n : all.from + all.n;
		all.from = from;
		all.n = (uint32_t)(end - from);
	}
	return all;
}

/* --- Nodes. --- */

uint32_t coherence_node(struct events *e, uint32_t event) {
	struct happens_before *h = e->hb;
	const struct event *ev = &e->event.at[event];
	uint32_t other = h->partner[event];
	if (h->coherence[event] != NO_NODE)
		return h->coherence[event];
	bool shares = other != NO_EVENT && e->node.at[ev->node].is_operation;
	if (shares && h->coherence[other] != NO_NODE)
		return h->coherence[event] = h->coherence[other];
	uint32_t node = order_node(e->order);
	order_edge(e->order, h->initial, node, term_true(e->x->ts));
	h->coherence[event] = node;
	if (shares)
		h->coherence[other] = node;
	if (is_part(ev))
		share_node(e, event);
	return node;
}

static bool are_same_bytes(const struct event *a, const struct event *b) {
	return !a->at.step && !b->at.step && a->at.from == b->at.from && a->at.n == b->at.n;
}

static void check_sizes(struct events *e, uint32_t one, uint32_t other) {
	const struct event *a = &e->event.at[one], *b = &e->event.at[other];
	if (a->order == MEM_PLAIN || b->order == MEM_PLAIN || are_same_bytes(a, b))
		return;
	struct event_bytes p = whole_bytes(e, one), q = whole_bytes(e, other);
	if (p.n != q.n || (!p.step && !q.step && p.from != q.from))
		events_unsupported(e, a->loc, "atomic accesses of different sizes to the same memory");
}

/* Of one thread: a is before b.  An earlier access of the same bytes as a is before that. */
static bool order_program(struct events *e, uint32_t a, uint32_t b, term same) {
	uint32_t from = e->hb->coherence[a], to = e->hb->coherence[b];
	if (from != to)
		order_edge(e->order, from, to, same);
	return are_same_bytes(&e->event.at[a], &e->event.at[b]);
}

static void order_threads(struct events *e, uint32_t a, uint32_t b, term same) {
	struct terms *ts = e->x->ts;
	const struct event *p = &e->event.at[a], *q = &e->event.at[b];
	term both = term_and(ts, same, term_and(ts, p->guard, q->guard));
	term first = hb_ordered(e, a, b), second = hb_ordered(e, b, a);
	uint32_t m = e->hb->coherence[a], n = e->hb->coherence[b];
	order_edge(e->order, m, n, term_and(ts, both, first));
	order_edge(e->order, n, m, term_and(ts, both, second));
}

/* Writes that nobody reads are part of the order of their location, which sequentially consistent
 * accesses and the number of executions depend on. */
static void add_unread(struct events *e) {
	for (uint32_t i = 0; i < e->event.n; i++)
		if ((e->event.at[i].order != MEM_PLAIN || count_is_wanted(e)) &&
		    !event_is_library(e, &e->event.at[i]))
			coherence_node(e, i);
}

void coherence_encode(struct events *e) {
	struct map last = {0};      /* object -> the last event of it, plus 1 */
	VEC(uint32_t) before = {0}; /* by event: the one before it of the same object, plus 1 */
	const uint32_t *node = e->hb->coherence;
	add_unread(e);
	for (uint32_t i = 0; i < e->event.n && !e->unsupported; i++) {
		const struct event *b = &e->event.at[i];
		uint64_t k = 0;
		map_get(&last, b->object, &k);
		vec_push(&before, (uint32_t)k);
		if (node[i] == NO_NODE)
			continue;
		map_put(&last, b->object, i + 1);
		bool chained = false;
		for (uint32_t at = (uint32_t)k; at; at = before.at[at - 1]) {
			const struct event *a = &e->event.at[at - 1];
			bool same_thread = e->node.at[a->node].tid == e->node.at[b->node].tid;
			term same = event_overlap(e, a, b);
			if (term_is_false(e->x->ts, same) || (same_thread && chained))
				continue;
			check_sizes(e, at - 1, i);
			if (same_thread)
				chained = order_program(e, at - 1, i, same);
			else
				order_threads(e, at - 1, i, same);
		}
	}
	vec_free(&before);
	map_free(&last);
}
