/* From a model to a schedule that a replay follows. */
#include "symex/events/ask/model_schedule.h"

#include <stdlib.h>

#include "symex/events/encode/buffers.h"
#include "symex/events/encode/hb_graph.h"
#include "symex/events/encode/spin.h"
#include "symex/events/execute/events_history.h"
#include "symex/replay/replay.h"

struct course {         /* of one thread in the model */
	VEC(uint32_t) node; /* that happen, in order */
	uint32_t rests;     /* location where it stops after them; 0: it runs to its end */
};

/* Does the thread get past the node? */
static bool is_done(struct events *e, struct model *m, uint32_t node) {
	const struct event_node *n = &e->node.at[node];
	return model_holds(m, n->guard) && (!n->may_stop || model_holds(m, n->done));
}

/* The nodes of the thread that happen, up to the point where it stops. */
static void follow(struct events *e, struct model *m, uint32_t tid, struct course *c) {
	const struct event_thread *t = &e->thread.at[tid];
	for (size_t i = 0; i < t->node.n; i++) {
		uint32_t node = t->node.at[i];
		if (!model_holds(m, e->node.at[node].guard))
			continue;
		if (!is_done(e, m, node)) {
			c->rests = e->node.at[node].location;
			return;
		}
		vec_push(&c->node, node);
	}
	for (size_t i = 0; i < e->stop.n; i++) {
		const struct event_stop *s = &e->stop.at[i];
		if (e->node.at[s->node].tid == tid && model_holds(m, s->when))
			c->rests = s->location;
	}
}

static uint32_t next_location(struct events *e, const struct course *c, size_t i) {
	return i + 1 < c->node.n ? e->node.at[c->node.at[i + 1]].location : c->rests;
}

/* --- Choices. --- */

struct made { /* a choice */
	struct choice choice;
	uint32_t node, rank;
	size_t index;
};

static int by_turn(const void *a, const void *b) {
	const struct made *p = a, *q = b;
	if (p->rank != q->rank)
		return p->rank < q->rank ? -1 : 1;
	return p->index < q->index ? -1 : p->index > q->index;
}

/* Brings the choices into the order in which the replay makes them. */
static void order_choices(struct events *e, struct model *m, const uint32_t *position) {
	struct symex *x = e->x;
	VEC(struct made) made = {0};
	for (size_t i = 0; i < x->choice.n; i++) {
		struct made c = {x->choice.at[i], e->choice_node.at[i], UINT32_MAX, i};
		const struct event_node *n = &e->node.at[c.node];
		const struct event_thread *t = &e->thread.at[n->tid];
		for (uint32_t k = n->index + 1; k-- > 0;)
			if (model_holds(m, e->node.at[t->node.at[k]].guard)) {
				c.rank = position[t->node.at[k]];
				break;
			}
		vec_push(&made, c);
	}
	if (made.n)
		qsort(made.at, made.n, sizeof *made.at, by_turn);
	for (size_t i = 0; i < made.n; i++) {
		x->choice.at[i] = made.at[i].choice;
		e->choice_node.at[i] = made.at[i].node;
	}
	vec_free(&made);
}

/* --- The schedule. --- */

/* Of the order that the solver has found, only what matters is kept: the order of the nodes of a
 * thread, of the creation of a thread and its first node, and of accesses to the same bytes.  Nodes
 * that the violation does not depend on are left out, and a thread goes on as long as it can.
 *
 * A store that waits in a buffer is a node besides those of the threads, where it reaches memory:
 * after the store itself, in the order of the model among those of its thread, and before the
 * thread goes on with what drains its buffer.  An access to the same bytes is before or after that;
 * only the thread's own reads find the store wherever it is.
 *
 * Under C11, of accesses to the same bytes only a write and the read that takes its value are in
 * this order; those of the library are as before.  What is kept is all that comes before in program
 * order or as a source, and a consistent execution without the rest is consistent. */

struct model_access { /* an access in the model */
	uint32_t object, rank, event;
	uint32_t node; /* where others see it */
};

struct taken_source {     /* of a read in the model */
	uint32_t read, write; /* NO_EVENT: the initial value */
	struct event_bytes at;
};

struct order_edge { /* a node that must happen before another */
	uint32_t node, after;
};

struct flush { /* a store reaches memory: a node, after those of the threads */
	uint32_t event;
	uint32_t rank;
};

struct schedule {
	struct events *e;
	struct model *m;
	VEC(struct flush) flush;     /* by rank; its node: e->node.n plus the index */
	uint32_t *flush_of;          /* by event: index in 'flush' plus 1; 0: none */
	struct course *course;       /* by thread */
	size_t *limit;               /* by thread: nodes of the course that may be executed */
	size_t *next;                /* by thread */
	bool *executed;              /* by node: it is on a course */
	size_t *index;               /* by node: its place on the course; SIZE_MAX: none */
	bool *needed, *done;         /* by node */
	size_t *nneeded;             /* by thread: so many first nodes of the course are needed */
	VEC(struct order_edge) edge; /* by 'after' */
	size_t *first;               /* by node: its first edge */
	VEC(uint32_t) todo;
	VEC(struct taken_source) source; /* C11: by read, its lowest bytes first */
	size_t *first_source;            /* C11, by event: its first one.  Or NULL */
	uint32_t last; /* a race of accesses that need not meet: the later one; or NO_NODE */
};

static int by_object(const void *a, const void *b) {
	const struct model_access *p = a, *q = b;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	if (p->rank != q->rank)
		return p->rank < q->rank ? -1 : 1;
	return p->event < q->event ? -1 : p->event > q->event;
}

static int by_after(const void *a, const void *b) {
	const struct order_edge *p = a, *q = b;
	if (p->after != q->after)
		return p->after < q->after ? -1 : 1;
	return p->node < q->node ? -1 : p->node > q->node;
}

static void add_edge(struct schedule *s, uint32_t node, uint32_t after) {
	struct order_edge d = {node, after};
	vec_push(&s->edge, d);
}

static bool is_flush(const struct schedule *s, uint32_t node) {
	return node >= s->e->node.n;
}

static uint32_t tid_of(const struct schedule *s, uint32_t node) {
	const struct events *e = s->e;
	uint32_t at = is_flush(s, node) ? e->event.at[s->flush.at[node - e->node.n].event].node : node;
	return e->node.at[at].tid;
}

/* A thread, or its buffer: what one does is in one order. */
static uint32_t actor_of(const struct schedule *s, uint32_t node) {
	return tid_of(s, node) + (is_flush(s, node) ? (uint32_t)s->e->thread.n : 0);
}

/* Where others see the access. */
static uint32_t node_of(const struct schedule *s, uint32_t event) {
	const struct events *e = s->e;
	return s->flush_of[event] ? (uint32_t)e->node.n + s->flush_of[event] - 1
	                          : e->event.at[event].node;
}

static bool conflict(const struct event *a, const struct event *b) {
	return (a->kind == EVENT_WRITE || b->kind == EVENT_WRITE) && bytes_overlap(a->at, b->at);
}

/* --- Sources. --- */

static int by_read(const void *a, const void *b) {
	const struct taken_source *p = a, *q = b;
	if (p->read != q->read)
		return p->read < q->read ? -1 : 1;
	return p->at.from < q->at.from ? -1 : p->at.from > q->at.from;
}

static void find_sources(struct schedule *s) {
	struct events *e = s->e;
	for (size_t i = 0; i < e->formula.source.n; i++) {
		const struct read_source *r = &e->formula.source.at[i];
		if (model_holds(s->m, r->taken))
			vec_push(&s->source, ((struct taken_source){r->read, r->write, r->at}));
	}
	if (s->source.n)
		qsort(s->source.at, s->source.n, sizeof *s->source.at, by_read);
	s->first_source = arena_array(e->x->pool.arena, size_t, e->event.n + 1);
	for (size_t i = 0, at = 0; i <= e->event.n; i++) {
		while (at < s->source.n && s->source.at[at].read < i)
			at++;
		s->first_source[i] = at;
	}
}

static bool has_source(const struct schedule *s, uint32_t event) {
	return s->first_source[event] < s->first_source[event + 1];
}

/* C11: does the access find, or is it found, as the last one in the issue order? */
static bool is_in_order(const struct schedule *s, uint32_t event) {
	const struct event *ev = &s->e->event.at[event];
	return event_is_library(s->e, ev) ||
	       (ev->kind == EVENT_READ && !ev->is_sliced && !has_source(s, event));
}

static void add_sources(struct schedule *s) {
	struct events *e = s->e;
	for (size_t i = 0; i < s->source.n; i++) {
		const struct taken_source *f = &s->source.at[i];
		uint32_t to = e->event.at[f->read].node;
		uint32_t from = f->write == NO_EVENT ? to : e->event.at[f->write].node;
		if (from != to && s->executed[from])
			add_edge(s, from, to);
	}
}

/* The last node that the violation needs, if it is at one; or NO_NODE. */
static uint32_t goal_node(const struct schedule *s) {
	const struct events *e = s->e;
	const struct condition *g = e->found.goal;
	if (g->node != NO_NODE || g->first == NO_EVENT)
		return g->node;
	uint32_t a = e->event.at[g->first].node, b = e->event.at[g->second].node;
	return e->found.rank[a] < e->found.rank[b] ? b : a;
}

/* A store that ends a release sequence comes before what finds the sequence ended, or, if that is
 * not so in the model, before the violation. */
static void add_interruptions(struct schedule *s) {
	struct events *e = s->e;
	uint32_t goal = goal_node(s);
	for (size_t i = 0; i < e->hb->interruption.n; i++) {
		const struct hb_interruption *by = &e->hb->interruption.at[i];
		uint32_t from = e->event.at[by->event].node;
		if (!s->executed[from] || !model_holds(s->m, by->when))
			continue;
		for (size_t k = 0; k < s->source.n; k++) {
			uint32_t to = e->event.at[s->source.at[k].read].node;
			if (s->source.at[k].write != by->last)
				continue;
			if (e->found.rank[from] >= e->found.rank[to])
				to = goal;
			if (to != NO_NODE && from != to)
				add_edge(s, from, to);
		}
	}
}

/* The user's atomic sections synchronise in their order. */
static void add_sections(struct schedule *s) {
	struct events *e = s->e;
	for (uint32_t a = 0; a < e->node.n; a++)
		for (uint32_t b = 0; b < e->node.n && e->node.at[a].is_section && s->executed[a]; b++)
			if (e->node.at[b].is_section && s->executed[b] && e->found.rank[a] < e->found.rank[b] &&
			    e->node.at[a].tid != e->node.at[b].tid)
				add_edge(s, a, b);
}

static int by_location(const void *a, const void *b) {
	const struct model_access *p = a, *q = b;
	if (p->rank != q->rank)
		return p->rank < q->rank ? -1 : 1;
	return p->event < q->event ? -1 : p->event > q->event;
}

static uint64_t offset_in(struct schedule *s, const struct event *ev) {
	return ev->at.step ? (uint64_t)bits_to_i64(model_value(s->m, ev->offset)) : ev->at.from;
}

/* The accesses of the model, for a replay that tells reads their sources. */
static void tell_sources(struct schedule *s, struct plan *to) {
	struct events *e = s->e;
	VEC(struct model_access) use = {0};
	uint32_t *index = arena_array(e->x->pool.arena, uint32_t, e->event.n);
	for (uint32_t i = 0; i < e->event.n; i++)
		if (e->event.at[i].offset.ix && model_holds(s->m, e->event.at[i].guard))
			vec_push(&use, ((struct model_access){.rank = e->node.at[e->event.at[i].node].location,
			                                      .event = i}));
	if (use.n)
		qsort(use.at, use.n, sizeof *use.at, by_location);
	for (uint32_t i = 0; i < use.n; i++)
		index[use.at[i].event] = i;
	for (uint32_t i = 0; i < use.n; i++) {
		uint32_t event = use.at[i].event;
		const struct event *ev = &e->event.at[event];
		struct plan_access a = {.location = use.at[i].rank,
		                        .object = ev->object,
		                        .from = offset_in(s, ev),
		                        .n = ev->at.n,
		                        .is_write = ev->kind == EVENT_WRITE,
		                        .rank = e->found.place[event],
		                        .first = (uint32_t)to->source.n,
		                        .is_settled = ev->kind == EVENT_READ && is_in_order(s, event),
		                        .value = ev->value};
		for (size_t k = s->first_source[event]; k < s->first_source[event + 1]; k++, a.sources++) {
			const struct taken_source *f = &s->source.at[k];
			struct plan_source from = {a.from + (f->at.from - ev->at.from), f->at.n,
			                           f->write == NO_EVENT ? PLAN_INITIAL : index[f->write]};
			vec_push(&to->source, from);
		}
		vec_push(&to->access, a);
	}
	to->tells = true;
	to->has_race = e->found.goal->first != NO_EVENT;
	to->raced[0] = to->has_race ? index[e->found.goal->first] : 0;
	to->raced[1] = to->has_race ? index[e->found.goal->second] : 0;
	vec_free(&use);
}

/* --- Conflicts. --- */

/* The accesses to one object, in order.  Of the accesses of another thread, or of its buffer, that
 * conflict with one and come before it, an edge from the last is enough: that thread executes the
 * others before. */
static void add_conflicts_of(struct schedule *s, const struct model_access *use, size_t n) {
	struct events *e = s->e;
	size_t actors = 2 * e->thread.n;
	/* before[i]: accesses before i and those of its actor that come right before it */
	size_t *before = mem_alloc(n * sizeof *before);
	uint32_t *seen = mem_alloc(actors * sizeof *seen); /* by actor: 1, or mark of an access */
	uint32_t nactors = 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t actor = actor_of(s, use[i].node);
		before[i] = i && actor_of(s, use[i - 1].node) == actor ? before[i - 1] : i;
		nactors += !seen[actor];
		seen[actor] = 1;
	}
	for (size_t i = 0; i < n; i++) {
		const struct event *b = &e->event.at[use[i].event];
		uint32_t own = tid_of(s, use[i].node), mark = (uint32_t)i + 2;
		uint32_t found = (seen[own] != 0) + (seen[own + e->thread.n] != 0);
		seen[own] = seen[own] ? mark : 0;
		seen[own + e->thread.n] = seen[own + e->thread.n] ? mark : 0;
		for (size_t k = before[i]; k > 0 && found < nactors;) {
			const struct event *a = &e->event.at[use[k - 1].event];
			uint32_t actor = actor_of(s, use[k - 1].node);
			if (seen[actor] == mark) {
				k = before[k - 1];
				continue;
			}
			k--;
			if (!s->executed[a->node] || !conflict(a, b) ||
			    (events_are_coherent(e) && !is_in_order(s, use[k].event) &&
			     !is_in_order(s, use[i].event)))
				continue;
			add_edge(s, use[k].node, use[i].node);
			seen[actor] = mark;
			found++;
		}
	}
	mem_free(before);
	mem_free(seen);
}

/* Edges between accesses of different threads to the same bytes, one of which writes. */
static void add_conflicts(struct schedule *s) {
	struct events *e = s->e;
	VEC(struct model_access) use = {0};
	for (uint32_t i = 0; i < e->event.n; i++)
		if (model_holds(s->m, e->event.at[i].guard)) {
			uint32_t node = node_of(s, i);
			uint32_t rank =
			    is_flush(s, node) ? s->flush.at[node - e->node.n].rank : e->found.rank[node];
			struct model_access u = {e->event.at[i].object, rank, i, node};
			vec_push(&use, u);
		}
	if (use.n)
		qsort(use.at, use.n, sizeof *use.at, by_object);
	for (size_t first = 0, last; first < use.n; first = last) {
		bool writes = false;
		for (last = first; last < use.n && use.at[last].object == use.at[first].object; last++)
			writes |= e->event.at[use.at[last].event].kind == EVENT_WRITE;
		if (writes)
			add_conflicts_of(s, use.at + first, last - first);
	}
	vec_free(&use);
}

static int by_rank(const void *a, const void *b) {
	const struct flush *p = a, *q = b;
	return p->rank < q->rank ? -1 : p->rank > q->rank;
}

static void find_flushes(struct schedule *s) {
	struct events *e = s->e;
	s->flush_of = arena_array(e->x->pool.arena, uint32_t, e->event.n + 1);
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *w = &e->event.at[i];
		if (w->kind == EVENT_WRITE && buffers_delay(e, i) && s->executed[w->node] &&
		    model_holds(s->m, w->guard))
			vec_push(&s->flush, ((struct flush){i, e->found.rank[w->memory]}));
	}
	if (s->flush.n)
		qsort(s->flush.at, s->flush.n, sizeof *s->flush.at, by_rank);
	for (uint32_t i = 0; i < s->flush.n; i++)
		s->flush_of[s->flush.at[i].event] = i + 1;
}

/* The nodes with a store that is in memory at once, in the model. */
static bool *stores_at_once(const struct schedule *s) {
	const struct events *e = s->e;
	bool *at_once = arena_array(e->x->pool.arena, bool, e->node.n);
	for (uint32_t i = 0; i < e->event.n; i++)
		at_once[e->event.at[i].node] |= e->event.at[i].kind == EVENT_WRITE &&
		                                !buffers_delay(e, i) &&
		                                model_holds(s->m, e->event.at[i].guard);
	return at_once;
}

/* The next node of the thread that comes after the flush, by what it drains or stores; NO_NODE:
 * none. */
static uint32_t next_after(const struct schedule *s, const struct flush *f, const bool *at_once) {
	const struct events *e = s->e;
	uint32_t from = e->event.at[f->event].node;
	const struct course *c = &s->course[tid_of(s, from)];
	for (size_t i = s->index[from] + 1; i < c->node.n; i++) {
		uint32_t node = c->node.at[i];
		if ((e->node.at[node].drains || at_once[node]) && f->rank < e->found.rank[node])
			return node;
	}
	return NO_NODE;
}

static void add_flushes(struct schedule *s) {
	struct events *e = s->e;
	uint32_t *last = mem_alloc((e->thread.n + 1) * sizeof *last); /* by thread: node plus 1 */
	bool *at_once = s->flush.n ? stores_at_once(s) : NULL;
	for (uint32_t i = 0; i < s->flush.n; i++) {
		uint32_t at = e->event.at[s->flush.at[i].event].node, node = (uint32_t)e->node.n + i;
		uint32_t tid = e->node.at[at].tid, after = next_after(s, &s->flush.at[i], at_once);
		add_edge(s, at, node);
		if (last[tid])
			add_edge(s, last[tid] - 1, node);
		if (after != NO_NODE)
			add_edge(s, node, after);
		last[tid] = node + 1;
	}
	mem_free(last);
}

static void add_creations(struct schedule *s) {
	struct events *e = s->e;
	for (uint32_t tid = 1; tid < e->thread.n; tid++) {
		const struct event_thread *t = &e->thread.at[tid];
		for (size_t i = 0; i < t->spawner.n && t->node.n; i++)
			if (model_holds(s->m, e->node.at[t->spawner.at[i]].guard))
				add_edge(s, t->spawner.at[i], t->node.at[0]);
	}
}

/* A call that comes after a return in real time does so in the schedule. */
static void add_calls(struct schedule *s) {
	struct events *e = s->e;
	const struct event_history *h = &e->history;
	for (size_t i = 0; i < h->call.n && e->found.goal->is_history; i++)
		for (size_t k = 0; k < h->call.n; k++) {
			const struct event_call *a = &h->call.at[i], *b = &h->call.at[k];
			if (a->tid == b->tid || a->return_node == NO_NODE || !s->executed[a->return_node] ||
			    !s->executed[b->node])
				continue;
			if (events_are_coherent(e) ? model_holds(s->m, history_synchronises(e, i, k))
			                           : e->found.rank[a->return_node] < e->found.rank[b->node])
				add_edge(s, a->return_node, b->node);
		}
}

static void index_edges(struct schedule *s) {
	size_t n = s->e->node.n + s->flush.n, at = 0;
	if (s->edge.n)
		qsort(s->edge.at, s->edge.n, sizeof *s->edge.at, by_after);
	s->first = mem_alloc((n + 1) * sizeof *s->first);
	for (size_t i = 0; i <= n; i++) {
		while (at < s->edge.n && s->edge.at[at].after < i)
			at++;
		s->first[i] = at;
	}
}

static void need(struct schedule *s, uint32_t node) {
	if (!s->needed[node]) {
		s->needed[node] = true;
		vec_push(&s->todo, node);
	}
}

/* The nodes of the thread that happen before this one of it. */
static void need_earlier(struct schedule *s, uint32_t node) {
	uint32_t tid = s->e->node.at[node].tid;
	const struct course *c = &s->course[tid];
	size_t end = s->index[node] < c->node.n ? s->index[node] : c->node.n;
	for (; s->nneeded[tid] < end; s->nneeded[tid]++)
		need(s, c->node.at[s->nneeded[tid]]);
}

static void need_edges(struct schedule *s, uint32_t node, uint32_t except) {
	for (size_t i = s->first[node]; i < s->first[node + 1]; i++)
		if (s->edge.at[i].node != except)
			need(s, s->edge.at[i].node);
}

/* The thread does not get past this node, which is not executed. */
static void stop_before(struct schedule *s, uint32_t node) {
	uint32_t tid = s->e->node.at[node].tid;
	size_t n = s->course[tid].node.n;
	s->limit[tid] = s->index[node] < n ? s->index[node] : n;
}

/* Both accesses of the race are executed, the later one at the end. */
static void need_both(struct schedule *s, uint32_t a, uint32_t b) {
	s->last = s->e->found.rank[a] < s->e->found.rank[b] ? b : a;
	s->limit[s->e->node.at[s->last].tid] = s->index[s->last] + 1;
	need(s, a);
	need(s, b);
}

static void need_goal(struct schedule *s) {
	struct events *e = s->e;
	const struct condition *g = e->found.goal;
	if (g->first != NO_EVENT && events_are_coherent(e)) {
		need(s, e->event.at[g->first].node);
		need(s, e->event.at[g->second].node);
	} else if (g->first != NO_EVENT && e->hb) {
		need_both(s, e->event.at[g->first].node, e->event.at[g->second].node);
	} else if (g->first != NO_EVENT) {
		uint32_t a = e->event.at[g->first].node, b = e->event.at[g->second].node;
		stop_before(s, a);
		stop_before(s, b);
		need_earlier(s, a);
		need_earlier(s, b);
		need_edges(s, a, b);
		need_edges(s, b, a);
	} else if (g->node != NO_NODE) {
		need(s, g->node);
	}
	for (uint32_t tid = 0; tid < e->thread.n && g->is_deadlock; tid++)
		for (size_t i = 0; i < s->limit[tid]; i++)
			if (!g->cycle || model_holds(s->m, g->cycle[tid]))
				need(s, s->course[tid].node.at[i]);
	while (s->todo.n) {
		uint32_t node = vec_pop(&s->todo);
		if (!is_flush(s, node))
			need_earlier(s, node);
		need_edges(s, node, NO_NODE);
	}
}

/* Can the node come next?  false also if it is not needed. */
static bool may_come(const struct schedule *s, uint32_t node) {
	if (!s->needed[node])
		return false;
	for (size_t i = s->first[node]; i < s->first[node + 1]; i++)
		if (!s->done[s->edge.at[i].node])
			return false;
	return true;
}

/* Can the thread execute its next node? */
static bool is_ready(const struct schedule *s, uint32_t tid) {
	return s->next[tid] < s->limit[tid] && may_come(s, s->course[tid].node.at[s->next[tid]]);
}

/* Of the threads that are ready, the one whose next node is first in the model. */
static uint32_t choose(struct schedule *s, uint32_t *rank) {
	uint32_t best = NO_THREAD;
	*rank = UINT32_MAX;
	for (uint32_t tid = 0; tid < s->e->thread.n; tid++) {
		if (!is_ready(s, tid))
			continue;
		uint32_t r = s->e->found.rank[s->course[tid].node.at[s->next[tid]]];
		if (r < *rank) {
			*rank = r;
			best = tid;
		}
	}
	return best;
}

/* A store that can reach memory next, and is before a rank; NO_NODE: there is none. */
static uint32_t choose_flush(const struct schedule *s, uint32_t rank) {
	for (uint32_t i = 0; i < s->flush.n && s->flush.at[i].rank < rank; i++)
		if (!s->done[s->e->node.n + i] && may_come(s, (uint32_t)s->e->node.n + i))
			return (uint32_t)s->e->node.n + i;
	return NO_NODE;
}

static struct plan_store store_of(const struct schedule *s, uint32_t event) {
	const struct event *w = &s->e->event.at[event];
	return (struct plan_store){w->location, model_value(s->m, w->offset).lo};
}

static void run_flush(struct schedule *s, struct plan *to, uint32_t node) {
	uint32_t event = s->flush.at[node - s->e->node.n].event;
	struct plan_store w = store_of(s, event);
	struct plan_step step = {
	    .tid = tid_of(s, node), .until = w.location, .flushes = true, .offset = w.offset};
	s->done[node] = true;
	vec_push(&to->step, step);
}

static void run_node(struct schedule *s, struct plan *to, uint32_t tid, uint32_t position[],
                     uint32_t at) {
	struct events *e = s->e;
	const struct course *c = &s->course[tid];
	size_t i = s->next[tid]++;
	uint32_t node = c->node.at[i], until = next_location(e, c, i);
	bool is_goal = node == e->found.goal->node || node == s->last;
	s->done[node] = true;
	position[node] = at;
	/* A thread that has not begun stops where it is. */
	if (until && until == e->node.at[node].location && !is_goal)
		return;
	if (to->step.n && vec_last(&to->step).tid == tid && !vec_last(&to->step).flushes)
		to->step.n--;
	struct plan_step step = {.tid = tid, .until = is_goal ? 0 : until};
	vec_push(&to->step, step);
}

/* Whatever is needed happens before the goal, so the goal comes last; and the last step to a local
 * deadlock is one of its own threads. */
static void run_schedule(struct schedule *s, struct plan *to, uint32_t *position) {
	uint32_t tid = 0, at = 0;
	for (;;) {
		uint32_t rank = UINT32_MAX, flush = NO_NODE, next = tid;
		if (!is_ready(s, tid)) {
			next = choose(s, &rank);
			flush = choose_flush(s, rank);
		}
		if (flush == NO_NODE && next == NO_THREAD)
			return;
		if (flush != NO_NODE) {
			run_flush(s, to, flush);
			continue;
		}
		tid = next;
		run_node(s, to, tid, position, at++);
	}
}

static void schedule_free(struct schedule *s) {
	for (uint32_t tid = 0; tid < s->e->thread.n; tid++)
		vec_free(&s->course[tid].node);
	vec_free(&s->edge);
	vec_free(&s->flush);
	vec_free(&s->todo);
	vec_free(&s->source);
	mem_free(s->first);
}

/* The goal is inside a node that may not be over: then the thread stops in it. */
static void add_goal_node(struct schedule *s) {
	struct events *e = s->e;
	uint32_t node = e->found.goal->node;
	if (node == NO_NODE)
		return;
	uint32_t tid = e->node.at[node].tid;
	struct course *c = &s->course[tid];
	size_t i = 0;
	while (i < c->node.n && c->node.at[i] != node)
		i++;
	if (i == c->node.n)
		vec_push(&c->node, node);
	s->limit[tid] = i + 1;
}

static void index_courses(struct schedule *s) {
	struct events *e = s->e;
	for (size_t i = 0; i < e->node.n; i++)
		s->index[i] = SIZE_MAX;
	for (uint32_t tid = 0; tid < e->thread.n; tid++)
		for (size_t i = 0; i < s->course[tid].node.n; i++)
			s->index[s->course[tid].node.at[i]] = i;
}

void plan_reach(struct events *e, struct model *m, uint32_t node, struct plan *to) {
	struct condition goal = {
	    .node = node, .first = NO_EVENT, .second = NO_EVENT, .is_deadlock = node == NO_NODE};
	e->found.goal = &goal;
	plan_make(e->x, m, NULL, to);
	e->found.goal = NULL;
}

void plan_make(struct symex *x, struct model *m, const struct vc *vc, struct plan *to) {
	struct events *e = events_of(x);
	struct arena *a = x->pool.arena;
	struct schedule s = {.e = e, .m = m, .last = NO_NODE};
	(void)vc;
	s.course = arena_array(a, struct course, e->thread.n);
	s.limit = arena_array(a, size_t, e->thread.n);
	s.next = arena_array(a, size_t, e->thread.n);
	s.executed = arena_array(a, bool, e->node.n);
	s.index = arena_array(a, size_t, e->node.n);
	s.nneeded = arena_array(a, size_t, e->thread.n);
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		follow(e, m, tid, &s.course[tid]);
		s.limit[tid] = s.course[tid].node.n;
		for (size_t i = 0; i < s.course[tid].node.n; i++)
			s.executed[s.course[tid].node.at[i]] = true;
	}
	add_goal_node(&s);
	index_courses(&s);
	find_flushes(&s);
	s.needed = arena_array(a, bool, e->node.n + s.flush.n);
	s.done = arena_array(a, bool, e->node.n + s.flush.n);
	if (events_are_coherent(e)) {
		find_sources(&s);
		add_sources(&s);
		add_interruptions(&s);
		add_sections(&s);
		tell_sources(&s, to);
	}
	add_conflicts(&s);
	add_flushes(&s);
	add_creations(&s);
	add_calls(&s);
	index_edges(&s);
	need_goal(&s);
	uint32_t *position = arena_array(a, uint32_t, e->node.n);
	for (size_t i = 0; i < e->node.n; i++)
		position[i] = UINT32_MAX;
	run_schedule(&s, to, position);
	for (size_t i = 0; i < s.flush.n; i++)
		vec_push(&to->store, store_of(&s, s.flush.at[i].event));
	order_choices(e, m, position);
	to->is_stuck = e->found.goal->is_stuck;
	for (uint32_t tid = 0; tid < e->thread.n && to->is_stuck; tid++)
		if (spin_of(e, m, tid))
			vec_push(&to->spin, tid);
	to->naming = &e->naming;
	to->is_complete = e->found.goal->node == NO_NODE && !to->has_race;
	schedule_free(&s);
}
