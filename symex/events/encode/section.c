/* Critical sections: a mutex as an order of sections, not as reads and writes of a word.
 *
 * The model of a mutex keeps the number of its owner in a word: a lock waits until the word is 0
 * and writes a number, an unlock checks the number and writes 0.  If a word is used like that, for
 * each pair of sections of different threads one is over before the other begins:
 *
 *     acquire i before acquire k   implies   i is released, and its release is before acquire k
 *
 * and then a lock that goes on has found 0, and an unlock the number of its thread; so neither has
 * to look for the write that it finds.  All other reads of the word do.
 *
 * A word counts as a mutex if every write to it is an acquire, of a number in a node that has found
 * 0 there, or a release, of 0, by a thread that has acquired it on the same path and not released
 * it since.  Zeros that are written before everything else do no harm. */
#include "symex/events/encode/section.h"

#include "symex/events/encode/hb_graph.h"
#include "symex/events/record/before.h"
#include "symex/memory/content.h"

/* --- Which words are mutexes. --- */

static struct lock *find_lock(struct sections *s, const struct event *w) {
	for (size_t i = 0; i < s->lock.n; i++)
		if (s->lock.at[i].object == w->object && bytes_equal(s->lock.at[i].at, w->at))
			return &s->lock.at[i];
	return NULL;
}

static const struct waiting *wait_of(const struct events *e, uint32_t node) {
	for (size_t i = 0; i < e->waiting.n; i++)
		if (e->waiting.at[i].node == node)
			return &e->waiting.at[i];
	return NULL;
}

static const struct event *read_in(const struct events *e, const struct lock *l, uint32_t node) {
	for (size_t i = 0; i < e->event.n; i++) {
		const struct event *r = &e->event.at[i];
		if (r->kind == EVENT_READ && r->node == node && r->object == l->object &&
		    bytes_equal(r->at, l->at))
			return r;
	}
	return NULL;
}

/* Is the node a wait for the word to be 0, and nothing else? */
static bool waits_for_zero(struct events *e, const struct lock *l, uint32_t node) {
	const struct waiting *w = wait_of(e, node);
	const struct event *r = read_in(e, l, node);
	return w && r && term_eq(w->condition, term_is_zero(e->x->ts, r->value));
}

term section_happens(struct events *e, const struct event *w) {
	return term_and(e->x->ts, w->guard, node_happens(e, w->node));
}

static bool is_const(struct events *e, const struct event *w, uint64_t *value) {
	return w->value.ix && !w->at.step && term_get_u64(e->x->ts, w->value, value);
}

bool section_alternatives(struct events *e, uint32_t a, uint32_t b) {
	return term_is_false(e->x->ts, term_and(e->x->ts, e->event.at[a].guard, e->event.at[b].guard));
}

bool section_is_initial(const struct events *e, const struct lock *l, uint32_t event) {
	for (size_t i = 0; i < l->write.n; i++)
		if (l->write.at[i] != event &&
		    !issue_before(e, e->event.at[event].node, e->event.at[l->write.at[i]].node))
			return false;
	return true;
}

static bool add_release(struct events *e, struct lock *l, uint32_t event) {
	const struct event *w = &e->event.at[event];
	struct acquire *a = NULL;
	for (size_t i = 0; i < l->acquire.n; i++)
		if (e->node.at[l->acquire.at[i].node].tid == e->node.at[w->node].tid)
			a = &l->acquire.at[i]; /* the last one so far */
	if (!a)
		return section_is_initial(e, l, event);
	if (a->node == w->node || !guard_implies(w->path, e->event.at[a->event].path) ||
	    !term_is_true(e->x->ts, w->pointer_guard) ||
	    !term_is_true(e->x->ts, e->event.at[a->event].pointer_guard))
		return false;
	for (size_t i = 0; i < a->release.n; i++)
		if (!section_alternatives(e, a->release.at[i], event))
			return false;
	vec_push(&a->release, event);
	return true;
}

/* Does the write happen only if the read finds 0? */
static bool finds_zero(struct events *e, const struct event *w, const struct event *r) {
	struct terms *ts = e->x->ts;
	term finds = term_is_zero(ts, r->value);
	for (const struct guard *g = w->path; g; g = g->up)
		if (term_eq(g->condition, finds))
			return true;
	return term_is_false(ts, term_and(ts, w->guard, term_not(ts, finds)));
}

static bool add_acquire(struct events *e, struct lock *l, uint32_t event) {
	const struct event *w = &e->event.at[event];
	struct acquire a = {.event = event, .node = w->node, .happens = section_happens(e, w)};
	const struct event *r = read_in(e, l, w->node);
	a.waits = waits_for_zero(e, l, w->node);
	if (!r || r > w || !finds_zero(e, w, r))
		return false;
	for (size_t i = 0; i < l->acquire.n; i++)
		if (l->acquire.at[i].node == a.node)
			return false;
	vec_push(&l->acquire, a);
	return true;
}

static bool is_mutex(struct events *e, struct lock *l) {
	const struct content *c = e->x->object.at[l->object].initial;
	uint64_t value;
	if (!c || l->at.step || l->at.from == LIFETIME ||
	    !term_get_u64(e->x->ts, content_read(e->x, c, l->at.from, (struct scalar){l->at.n, false}),
	                  &value) ||
	    value)
		return false;
	for (size_t i = 0; i < l->write.n; i++) {
		uint32_t event = l->write.at[i];
		if (!is_const(e, &e->event.at[event], &value))
			return false;
		if (value ? !add_acquire(e, l, event) : !add_release(e, l, event))
			return false;
	}
	return l->acquire.n > 0;
}

bool section_is_mixed(const struct sections *s, const struct lock *l) {
	for (size_t i = 0; i < s->lock.n; i++)
		if (&s->lock.at[i] != l && s->lock.at[i].object == l->object &&
		    bytes_overlap(s->lock.at[i].at, l->at))
			return true;
	return false;
}

/* Only words of the library are sequentially consistent under every memory model. */
static bool is_users(const struct events *e, const struct lock *l) {
	for (size_t i = 0; i < l->write.n; i++)
		if (!event_is_library(e, &e->event.at[l->write.at[i]]))
			return !model_interleaves(e->model);
	return false;
}

static void find_locks(struct events *e, struct sections *s) {
	for (uint32_t i = 0; i < e->event.n; i++) {
		const struct event *w = &e->event.at[i];
		if (w->kind != EVENT_WRITE)
			continue;
		struct lock *l = find_lock(s, w);
		if (!l) {
			struct lock new = {.object = w->object, .at = w->at};
			vec_push(&s->lock, new);
			l = &vec_last(&s->lock);
		}
		vec_push(&l->write, i);
	}
	for (size_t i = 0; i < s->lock.n; i++) {
		struct lock *l = &s->lock.at[i];
		l->is_users = is_users(e, l);
		l->is_mutex = !l->is_users && !section_is_mixed(s, l) && is_mutex(e, l);
	}
}

/* --- The formula. --- */

term section_released(struct events *e, const struct acquire *a) {
	term any = term_false(e->x->ts);
	for (size_t i = 0; i < a->release.n; i++)
		any = term_or(e->x->ts, any, section_happens(e, &e->event.at[a->release.at[i]]));
	return any;
}

/* What the section has found in the word, whether or not something depends on it. */
static const struct event *found_by(const struct events *e, const struct acquire *a) {
	const struct event *w = &e->event.at[a->event];
	struct lock l = {.object = w->object, .at = w->at};
	return read_in(e, &l, a->node);
}

/* If 'when', section a is over before b begins. */
static void add_over(struct events *e, const struct acquire *a, const struct acquire *b,
                     term when) {
	struct terms *ts = e->x->ts;
	const struct event *found = e->hb ? found_by(e, b) : NULL;
	order_add(e->order, term_implies(ts, when, section_released(e, a)));
	for (size_t i = 0; i < a->release.n; i++) {
		const struct event *r = &e->event.at[a->release.at[i]];
		term over = term_and(ts, when, section_happens(e, r));
		order_edge(e->order, r->node, b->node, over);
		if (found)
			hb_edge(e, r->node, b->node,
			        term_and(ts, over, term_and(ts, r->releases, found->acquires)));
	}
}

void section_exclude(struct events *e, const struct acquire *a, const struct acquire *b) {
	struct terms *ts = e->x->ts;
	term both = term_and(ts, a->happens, b->happens);
	if (term_is_false(ts, both))
		return;
	if (issue_before(e, a->node, b->node)) {
		add_over(e, a, b, both);
	} else if (issue_before(e, b->node, a->node)) {
		add_over(e, b, a, both);
	} else {
		term first = order_before(e->order, a->node, b->node);
		add_over(e, a, b, term_and(ts, both, first));
		add_over(e, b, a, term_and(ts, both, term_not(ts, first)));
	}
}

/* An unlock finds the number that its thread has written. */
static void add_owner(struct events *e, const struct lock *l, const struct acquire *a) {
	for (size_t i = 0; i < a->release.n; i++) {
		uint32_t node = e->event.at[a->release.at[i]].node;
		for (size_t k = 0; k < e->event.n; k++) {
			struct event *r = &e->event.at[k];
			if (r->kind != EVENT_READ || r->node != node || r->object != l->object ||
			    !bytes_equal(r->at, l->at) || k > a->release.at[i] ||
			    !guard_implies(r->path, e->event.at[a->event].path))
				continue;
			r->is_settled = true;
			order_add(e->order,
			          term_implies(e->x->ts, r->guard,
			                       term_equal(e->x->ts, r->value, e->event.at[a->event].value)));
		}
	}
}

/* A lock that goes on finds 0, which the condition of its wait says. */
static void settle_wait(struct events *e, const struct lock *l, uint32_t node) {
	for (size_t k = 0; k < e->event.n; k++) {
		struct event *r = &e->event.at[k];
		if (r->kind == EVENT_READ && r->node == node && r->object == l->object &&
		    bytes_equal(r->at, l->at) && r->path == e->node.at[node].path)
			r->is_settled = true;
	}
}

/* Whether the event happens only after the acquire, and before all its releases. */
static bool is_inside(const struct events *e, const struct acquire *a, uint32_t event) {
	const struct event *ev = &e->event.at[event];
	if (a->event >= event || a->node == ev->node ||
	    !guard_implies(ev->path, e->event.at[a->event].path))
		return false;
	for (size_t i = 0; i < a->release.n; i++)
		if (a->release.at[i] < event)
			return false;
	return true;
}

/* Finds the section of each event: the last of its thread so far, or none. */
static void find_around(const struct events *e, struct lock *l) {
	uint32_t *last = mem_alloc((e->thread.n + 1) * sizeof *last);
	size_t next = 0;
	l->around = mem_alloc((e->event.n + 1) * sizeof *l->around);
	for (uint32_t i = 0; i < e->event.n; i++) {
		uint32_t *mine = &last[e->node.at[e->event.at[i].node].tid];
		if (*mine && is_inside(e, &l->acquire.at[*mine - 1], i))
			l->around[i] = *mine;
		if (next < l->acquire.n && l->acquire.at[next].event == i)
			*mine = (uint32_t)++next;
	}
	mem_free(last);
}

void section_find(struct events *e) {
	if (e->sections)
		return;
	struct sections *s = e->sections = mem_alloc(sizeof *s);
	find_locks(e, s);
	for (size_t i = 0; i < s->lock.n && !events_reduce_by(e, REDUCTION_CRITICAL_SECTIONS); i++)
		s->lock.at[i].is_mutex = false;
	for (size_t i = 0; i < s->lock.n; i++)
		if (s->lock.at[i].is_mutex)
			find_around(e, &s->lock.at[i]);
}

void section_encode(struct events *e) {
	section_find(e);
	const struct sections *s = e->sections;
	for (size_t i = 0; i < s->lock.n; i++) {
		const struct lock *l = &s->lock.at[i];
		for (size_t k = 0; k < l->acquire.n && l->is_mutex; k++) {
			const struct acquire *a = &l->acquire.at[k];
			for (size_t j = 0; j < k; j++)
				section_exclude(e, &l->acquire.at[j], a);
			add_owner(e, l, a);
			if (a->waits)
				settle_wait(e, l, a->node);
		}
	}
}

/* Does who takes the lock happen after who has released it? */
static bool synchronises(struct events *e, const struct acquire *a) {
	const struct event *found = found_by(e, a);
	if (!found || !term_eq(found->acquires, e->event.at[a->event].guard))
		return false;
	for (size_t i = 0; i < a->release.n; i++) {
		const struct event *r = &e->event.at[a->release.at[i]];
		if (!term_eq(r->releases, r->guard))
			return false;
	}
	return true;
}

bool section_order(struct events *e, uint32_t a, uint32_t b, term *first) {
	for (size_t i = 0; e->sections && i < e->sections->lock.n; i++) {
		const struct lock *l = &e->sections->lock.at[i];
		if (!l->is_mutex || !l->around[a] || !l->around[b])
			continue;
		const struct acquire *p = &l->acquire.at[l->around[a] - 1];
		const struct acquire *q = &l->acquire.at[l->around[b] - 1];
		if (p->node == q->node || issue_before(e, p->node, q->node) ||
		    issue_before(e, q->node, p->node) || !synchronises(e, p) || !synchronises(e, q))
			continue;
		*first = order_before(e->order, p->node, q->node);
		return true;
	}
	return false;
}

bool section_has(const struct lock *l, uint32_t event, uint32_t other) {
	return l->around[event] && l->around[event] == l->around[other];
}

/* The acquire that the wait is for; NULL: it is not for a mutex. */
static const struct acquire *acquire_at(const struct sections *s, uint32_t node,
                                        const struct lock **lock) {
	for (size_t i = 0; i < s->lock.n; i++)
		for (size_t k = 0; k < s->lock.at[i].acquire.n && s->lock.at[i].is_mutex; k++) {
			const struct acquire *a = &s->lock.at[i].acquire.at[k];
			*lock = &s->lock.at[i];
			if (a->waits && a->node == node)
				return a;
		}
	return NULL;
}

term section_blocked(struct events *e, uint32_t node) {
	struct terms *ts = e->x->ts;
	const struct lock *l;
	const struct acquire *a = acquire_at(e->sections, node, &l);
	for (size_t i = 0; i < e->sections->blocked.n && !a; i++)
		if (e->sections->blocked.at[i].node == node)
			return e->sections->blocked.at[i].held;
	if (!a)
		return NO_TERM;
	term found = read_in(e, l, node)->value, any = term_false(ts);
	for (size_t i = 0; i < l->acquire.n; i++) {
		const struct acquire *h = &l->acquire.at[i];
		if (h == a || issue_before(e, node, h->node))
			continue;
		term holds = term_and(ts, h->happens, term_not(ts, section_released(e, h)));
		term number = term_equal(ts, found, e->event.at[h->event].value);
		any = term_or(ts, any, term_and(ts, holds, number));
	}
	return any;
}

void section_close(struct events *e) {
	struct sections *s = e->sections;
	for (size_t i = 0; s && i < s->lock.n; i++) {
		for (size_t k = 0; k < s->lock.at[i].acquire.n; k++)
			vec_free(&s->lock.at[i].acquire.at[k].release);
		vec_free(&s->lock.at[i].acquire);
		vec_free(&s->lock.at[i].write);
		mem_free(s->lock.at[i].around);
	}
	if (s) {
		vec_free(&s->lock);
		vec_free(&s->blocked);
		mem_free(s->replaced);
	}
	mem_free(s);
	e->sections = NULL;
}
