/* Happens-before: program order, creation, join, and what releases before what acquires.
 *
 *   w releases                                 w -> REL(w)
 *   a fence f before w releases                f -> REL(w)         if f is executed
 *   v before w, of the same bytes, releases    v -> REL(w)         if no store comes between them
 *   w is a read-modify-write that takes u      REL(u) -> REL(w)    if it takes u
 *   r takes u                                  REL(u) -> ACQ(r)    if it takes u
 *   r acquires                                 ACQ(r) -> r
 *   a fence f after r acquires                 ACQ(r) -> f         if f is executed
 *
 * The third is the release sequence of C11: a part of the modification order without a gap, so that
 * a store of another thread ends it, unless that is a read-modify-write.  With C++20 it would go.
 * w and v are atomic.  A section of the library releases and acquires the words of which its model
 * says so, and passes on what it has read.  Threads are chains through nodes that may not happen,
 * which does no harm to their neighbours; but an edge into a chain that not every execution has is
 * under the condition of the node there.
 *
 * REL(w) is w itself if w releases and passes nothing on; ACQ(r) is r itself if r acquires. */
#include "symex/events/encode/happens_before.h"

#include "symex/events/encode/coherence.h"
#include "symex/events/encode/section.h"
#include "symex/events/record/before.h"

static bool releases(enum mem_order o) {
	return o == MEM_RELEASE || o == MEM_ACQ_REL || o == MEM_SEQ_CST;
}

static bool acquires(enum mem_order o) {
	return o == MEM_ACQUIRE || o == MEM_CONSUME || o == MEM_ACQ_REL || o == MEM_SEQ_CST;
}

static bool is_sc(enum mem_order o) {
	return o == MEM_SEQ_CST;
}

/* Of a load that has a second order for the case that its compare-exchange fails. */
static term by_order(struct events *e, uint32_t event, bool (*is)(enum mem_order)) {
	struct terms *ts = e->x->ts;
	const struct event *ev = &e->event.at[event];
	term yes = term_bool(ts, is(ev->order));
	uint32_t other = e->hb->partner[event];
	if (ev->kind == EVENT_WRITE || ev->failure_order == MEM_PLAIN ||
	    is(ev->order) == is(ev->failure_order))
		return yes;
	term stores = other == NO_EVENT ? term_false(ts) : e->event.at[other].guard;
	return is(ev->order) ? stores : term_not(ts, stores);
}

static term event_releases(struct events *e, uint32_t event) {
	const struct event *ev = &e->event.at[event];
	if (ev->kind == EVENT_READ)
		return term_false(e->x->ts);
	if (event_is_library(e, ev))
		return ev->releases;
	return by_order(e, event, releases);
}

static term event_acquires(struct events *e, uint32_t event) {
	const struct event *ev = &e->event.at[event];
	if (ev->kind == EVENT_WRITE)
		return term_false(e->x->ts);
	if (event_is_library(e, ev))
		return ev->acquires;
	return by_order(e, event, acquires);
}

term hb_is_sc(struct events *e, uint32_t event) {
	return by_order(e, event, is_sc);
}

/* --- Edges. --- */

static uint32_t event_node_of(const struct events *e, uint32_t event) {
	return hb_node(e, e->event.at[event].node);
}

static void add_threads(struct events *e) {
	struct terms *ts = e->x->ts;
	for (size_t t = 0; t < e->thread.n; t++) {
		const struct event_thread *run = &e->thread.at[t];
		for (size_t i = 1; i < run->node.n; i++)
			hb_add(e, hb_node(e, run->node.at[i - 1]), hb_node(e, run->node.at[i]), term_true(ts),
			       true);
		for (size_t i = 0; i < run->spawner.n && run->node.n; i++) {
			uint32_t by = run->spawner.at[i];
			hb_add(e, hb_node(e, by), hb_node(e, run->node.at[0]),
			       run->spawner.n == 1 ? term_true(ts) : e->node.at[by].guard, true);
		}
	}
	for (size_t i = 0; i < e->waiting.n; i++) {
		const struct waiting *w = &e->waiting.at[i];
		if (w->joins == NO_THREAD || w->joins >= e->thread.n || !e->thread.at[w->joins].node.n)
			continue;
		hb_add(e, hb_node(e, vec_last(&e->thread.at[w->joins].node)), hb_node(e, w->node),
		       term_and(ts, w->guard, w->condition), true);
	}
}

/* --- Which events synchronise. --- */

static bool is_atomic(const struct events *e, uint32_t event) {
	const struct event *ev = &e->event.at[event];
	return ev->order != MEM_PLAIN || event_is_library(e, ev);
}

/* The load and the store of a read-modify-write.  A section of the library reads and writes its
 * words as one. */
static void find_partners(struct events *e) {
	uint32_t *partner = e->hb->partner;
	for (uint32_t i = 0; i < e->event.n; i++)
		partner[i] = NO_EVENT;
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *r = &e->event.at[i];
		if (r->kind != EVENT_READ || !is_atomic(e, i))
			continue;
		for (uint32_t k = i + 1; k < e->event.n && e->event.at[k].node == r->node; k++) {
			const struct event *w = &e->event.at[k];
			if (w->kind == EVENT_WRITE && is_atomic(e, k) && w->object == r->object &&
			    bytes_overlap(w->at, r->at)) {
				partner[i] = k;
				if (partner[k] == NO_EVENT)
					partner[k] = i;
			}
		}
	}
}

static bool is_certain(const struct events *e, const struct guard *path, term guard,
                       const struct guard *old) {
	return guard_implies(path, old) || term_is_true(e->x->ts, guard);
}

/* Release fences of the thread before the write, the last one that is certain and those after it.
 */
static void release_by_fences(struct events *e, uint32_t write, uint32_t to) {
	const struct event *w = &e->event.at[write];
	const struct event_node *n = &e->node.at[w->node];
	for (size_t i = e->fence.n; i-- > 0;) {
		const struct event_fence *f = &e->fence.at[i];
		const struct event_node *m = &e->node.at[f->node];
		if (m->tid != n->tid || f->events > write || !releases(f->order))
			continue;
		hb_add(e, hb_node(e, f->node), to, f->guard, false);
		if (is_certain(e, w->path, f->guard, f->path))
			return;
	}
}

static void acquire_by_fences(struct events *e, uint32_t read, uint32_t from) {
	const struct event *r = &e->event.at[read];
	const struct event_node *n = &e->node.at[r->node];
	for (size_t i = 0; i < e->fence.n; i++) {
		const struct event_fence *f = &e->fence.at[i];
		const struct event_node *m = &e->node.at[f->node];
		if (m->tid != n->tid || f->events <= read || !acquires(f->order))
			continue;
		hb_add(e, from, hb_node(e, f->node), f->guard, false);
		if (term_is_true(e->x->ts, f->guard))
			return;
	}
}

/* The condition that write a is before write b in the order of their location. */
static term overwritten_by(struct events *e, uint32_t a, uint32_t b) {
	if (e->model->source == SOURCE_COHERENT)
		return order_before(e->order, coherence_node(e, a), coherence_node(e, b));
	return order_before(e->order, memory_node(e, a), memory_node(e, b));
}

static bool is_update(const struct events *e, uint32_t write) {
	return e->hb->partner[write] != NO_EVENT && e->node.at[e->event.at[write].node].is_operation;
}

/* Between writes v and w of one thread comes no store of another one, in the order of the location.
 */
static term is_contiguous(struct events *e, uint32_t v, uint32_t w) {
	struct terms *ts = e->x->ts;
	uint32_t from = e->event.at[v].node, to = e->event.at[w].node;
	term yes = term_true(ts);
	for (uint32_t i = 0; i < e->event.n && !term_is_false(ts, yes); i++) {
		const struct event *z = &e->event.at[i];
		term same = event_overlap(e, z, &e->event.at[w]);
		if (z->kind != EVENT_WRITE || event_is_library(e, z) ||
		    e->node.at[z->node].tid == e->node.at[from].tid || is_update(e, i) ||
		    term_is_false(ts, same) || issue_before(e, z->node, from) ||
		    issue_before(e, to, z->node))
			continue;
		term between = term_and(ts, overwritten_by(e, v, i), overwritten_by(e, i, w));
		struct hb_interruption new = {i, w, term_and(ts, term_and(ts, z->guard, same), between)};
		vec_push(&e->hb->interruption, new);
		yes = term_and(ts, yes, term_not(ts, new.when));
	}
	return yes;
}

static term issued_before(struct events *e, uint32_t a, uint32_t b) {
	struct terms *ts = e->x->ts;
	if (a == b || issue_before(e, a, b))
		return term_true(ts);
	return issue_before(e, b, a) ? term_false(ts) : order_before(e->order, a, b);
}

/* A store that is issued after the violation is no part of the execution that is shown, so it must
 * not be what ends a release sequence there. */
term hb_interrupted_before(struct events *e, const struct condition *c) {
	struct terms *ts = e->x->ts;
	term all = term_true(ts);
	bool is_race = c->node == NO_NODE && c->first != NO_EVENT;
	if (!e->hb || e->model->source != SOURCE_COHERENT || (c->node == NO_NODE && !is_race))
		return all;
	for (size_t i = 0; i < e->hb->interruption.n; i++) {
		const struct hb_interruption *by = &e->hb->interruption.at[i];
		uint32_t node = e->event.at[by->event].node;
		term before = is_race ? term_or(ts, issued_before(e, node, e->event.at[c->first].node),
		                                issued_before(e, node, e->event.at[c->second].node))
		                      : issued_before(e, node, c->node);
		all = term_and(ts, all, term_implies(ts, by->when, before));
	}
	return all;
}

/* Stores of the thread to the same bytes before it that release. */
static void continue_sequence(struct events *e, uint32_t write, uint32_t to) {
	struct terms *ts = e->x->ts;
	const struct event *w = &e->event.at[write];
	uint32_t tid = e->node.at[w->node].tid;
	for (uint32_t i = write; i-- > 0 && e->node.at[e->event.at[i].node].tid == tid;) {
		const struct event *v = &e->event.at[i];
		term same = event_overlap(e, v, w);
		if (v->kind != EVENT_WRITE || event_is_library(e, v) || term_is_false(ts, same))
			continue;
		term when = term_and(ts, term_and(ts, v->guard, same), event_releases(e, i));
		if (!term_is_false(ts, when))
			when = term_and(ts, when, is_contiguous(e, i, write));
		hb_add(e, event_node_of(e, i), to, when, false);
	}
}

static bool has_fence(const struct events *e, uint32_t tid, bool (*is)(enum mem_order)) {
	for (size_t i = 0; i < e->fence.n; i++)
		if (e->node.at[e->fence.at[i].node].tid == tid && is(e->fence.at[i].order))
			return true;
	return false;
}

/* A write that releases: its node; that passes on what it has read, or comes after something that
 * releases: a node of its own. */
static void make_release(struct events *e, uint32_t write) {
	struct terms *ts = e->x->ts;
	const struct event *w = &e->event.at[write];
	uint32_t read = e->hb->partner[write];
	term always = event_releases(e, write);
	bool passes_on = read != NO_EVENT && !term_is_true(ts, event_acquires(e, read));
	if (term_is_true(ts, always) && !passes_on) {
		e->hb->release[write] = event_node_of(e, write);
		return;
	}
	uint32_t node = order_node(e->order);
	e->hb->release[write] = node;
	hb_add(e, event_node_of(e, write), node, always, false);
	if (term_is_true(ts, always) || event_is_library(e, w))
		return;
	if (has_fence(e, e->node.at[w->node].tid, releases))
		release_by_fences(e, write, node);
	continue_sequence(e, write, node);
}

static void make_acquire(struct events *e, uint32_t read) {
	struct terms *ts = e->x->ts;
	const struct event *r = &e->event.at[read];
	term always = event_acquires(e, read);
	bool fences = !event_is_library(e, r) && has_fence(e, e->node.at[r->node].tid, acquires);
	if (term_is_true(ts, always)) {
		e->hb->acquire[read] = event_node_of(e, read);
		return;
	}
	if (term_is_false(ts, always) && !fences)
		return;
	uint32_t node = order_node(e->order);
	e->hb->acquire[read] = node;
	hb_add(e, node, event_node_of(e, read), always, false);
	if (fences)
		acquire_by_fences(e, read, node);
}

void hb_open(struct events *e) {
	struct arena *arena = e->x->pool.arena;
	struct happens_before *h = mem_alloc(sizeof *h);
	*h = (struct happens_before){0};
	e->hb = h;
	h->release = arena_array(arena, uint32_t, e->event.n);
	h->acquire = arena_array(arena, uint32_t, e->event.n);
	h->coherence = arena_array(arena, uint32_t, e->event.n);
	h->partner = arena_array(arena, uint32_t, e->event.n);
	for (size_t i = 0; i < e->event.n; i++)
		h->release[i] = h->acquire[i] = h->coherence[i] = NO_NODE;
	h->initial = order_node(e->order);
	for (size_t i = 0; i < e->node.n; i++) {
		uint32_t node = order_node(e->order);
		if (!i)
			h->first = node;
	}
	find_partners(e);
	add_threads(e);
	for (uint32_t i = 0; i < e->event.n; i++)
		if (!is_atomic(e, i))
			continue;
		else if (e->event.at[i].kind == EVENT_WRITE)
			make_release(e, i);
		else
			make_acquire(e, i);
}

void hb_source(struct events *e, uint32_t read, uint32_t write, term taken) {
	struct happens_before *h = e->hb;
	if (h->release[write] == NO_NODE || !is_atomic(e, read))
		return;
	if (h->acquire[read] != NO_NODE)
		hb_add(e, h->release[write], h->acquire[read], taken, false);
	for (uint32_t k = read + 1; k < e->event.n && e->event.at[k].node == e->event.at[read].node;
	     k++)
		if (h->partner[k] == read && h->release[k] != NO_NODE &&
		    h->release[k] != event_node_of(e, k))
			hb_add(e, h->release[write], h->release[k], taken, false);
}

/* --- The user's atomic sections are sections of one mutex. --- */

static void order_sections(struct events *e) {
	struct terms *ts = e->x->ts;
	for (uint32_t a = 0; a < e->node.n; a++)
		for (uint32_t b = a + 1; b < e->node.n && e->node.at[a].is_section; b++) {
			if (!e->node.at[b].is_section || e->node.at[a].tid == e->node.at[b].tid ||
			    issue_before(e, a, b) || issue_before(e, b, a))
				continue;
			term first = order_before(e->order, a, b);
			term both = term_and(ts, e->node.at[a].guard, e->node.at[b].guard);
			hb_add(e, hb_node(e, a), hb_node(e, b), term_and(ts, both, first), false);
			hb_add(e, hb_node(e, b), hb_node(e, a), term_and(ts, both, term_not(ts, first)), false);
		}
}

/* Sections of a mutex are in an order that has a term already. */
term hb_ordered(struct events *e, uint32_t a, uint32_t b) {
	uint32_t m = e->event.at[a].node, n = e->event.at[b].node;
	term first;
	if (e->node.at[m].tid == e->node.at[n].tid || issue_before(e, m, n) || issue_before(e, n, m))
		return hb_nodes_ordered(e, m, n);
	return section_order(e, a, b, &first) ? first : hb_nodes_ordered(e, m, n);
}

void hb_close(struct events *e) {
	order_sections(e);
	hb_reach(e);
}
