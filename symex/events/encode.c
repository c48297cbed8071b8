/* Reads and the writes that they may take their values from (the pi-functions), as a formula.
 *
 * For a read r there is a Boolean for each write w that it may find.  If it is true, w happens,
 * is before r, has the value that r returned, and no other write of these bytes is between them.
 * If r happens, one of them is true.  Left out are writes that must be after r, and those that
 * another write must overwrite before r. */
#include "symex/events/events_history.h"
#include "symex/events/happens_before.h"
#include "symex/events/section.h"

#include "symex/memory/content.h"
#include "symex/memory/memory.h"
#include "util/diag.h"
#include "util/intern.h"

struct rf_candidate { /* a write that a read may find */
	uint32_t write;   /* NO_EVENT: the initial value */
	uint32_t node;
	term same; /* it is to the bytes that are read */
	term happens;
	term value;
	bool is_covered; /* another write must come after it */
};

struct read_piece { /* bytes that are read at once */
	const struct event *read;
	uint32_t index; /* of the read */
	struct event_bytes at;
	term value;
};

struct rf_candidates {
	VEC(struct rf_candidate) at;
};

/* --- Which bytes, which value. --- */

/* The condition that a write is to the bytes of the piece, all or some of them. */
static term same_bytes(struct events *e, const struct event *w, const struct read_piece *p) {
	struct terms *ts = e->x->ts;
	if (!bytes_overlap(w->at, p->at))
		return term_false(ts);
	if (!w->at.step && !p->at.step)
		return term_true(ts);
	/* Elements of one size, which never overlap in part. */
	uint64_t n = p->at.n;
	if (w->at.n != n || w->at.step % n || p->at.step % n || (w->at.from - p->at.from) % n)
		events_unsupported(e, p->read->loc, "shared accesses of different sizes at an index");
	return term_equal(ts, w->offset, p->read->offset);
}

static bool covers(const struct event *w, const struct read_piece *p) {
	return w->at.step || p->at.step ||
	       (w->at.from <= p->at.from && p->at.from + p->at.n <= w->at.from + w->at.n);
}

/* The value that the write leaves in the bytes of the piece. */
static term written(struct events *e, const struct event *w, const struct read_piece *p) {
	struct symex *x = e->x;
	term value = w->value;
	bool is_pointer = term_width(x->ts, value) == x->pointer_bits;
	bool wants_pointer = term_width(x->ts, p->value) == x->pointer_bits;
	if (is_pointer && wants_pointer)
		return value;
	if (is_pointer)
		value = ptr_to_int(x, value);
	uint32_t low = p->at.step || w->at.step ? 0 : (uint32_t)(p->at.from - w->at.from) * 8;
	if (p->at.n * 8 < term_width(x->ts, value))
		value = term_extract(x->ts, value, low + p->at.n * 8 - 1, low);
	if (!wants_pointer)
		return value;
	if (e->has_parts && !term_is_const(x->ts, value))
		events_unsupported(e, w->loc, "an address that is a number in memory");
	return ptr_integer(x, value); /* addresses are written as pointers */
}

static term initial_value(struct events *e, const struct read_piece *p) {
	struct symex *x = e->x;
	const struct event *r = p->read;
	bool is_pointer = term_width(x->ts, p->value) == x->pointer_bits;
	struct scalar unit = {p->at.n, is_pointer};
	const struct content *c = x->object.at[r->object].initial;
	if (p->at.from == LIFETIME)
		return term_u64(x->ts, 8, 0);
	if (!c)
		return p->value;
	if (!p->at.step)
		return content_read(x, c, p->at.from, unit);
	return content_read_at(x, r->object, &c, r->offset, unit);
}

term encode_initial(struct events *e, uint32_t read) {
	const struct event *r = &e->event.at[read];
	return initial_value(e, &(struct read_piece){r, read, r->at, r->value});
}

/* --- Candidates. --- */

/* Must the write happen if the read does? */
static bool is_certain(const struct events *e, const struct event *w, const struct event *r) {
	if (!term_is_true(e->x->ts, w->pointer_guard) || e->node.at[w->node].may_stop)
		return w->node != r->node
		           ? false
		           : guard_implies(r->path, w->path) && term_is_true(e->x->ts, w->pointer_guard);
	return guard_implies(r->path, w->path) || term_is_true(e->x->ts, w->guard);
}

static bool must_precede(const struct events *e, uint32_t w, uint32_t later) {
	const struct event *a = &e->event.at[w], *b = &e->event.at[later];
	return a->node == b->node ? w < later : issue_before(e, a->node, b->node);
}

/* Must the write come before the read, and to all its bytes? */
static bool must_be_seen(const struct events *e, const struct rf_candidate *d,
                         const struct read_piece *p) {
	return d->write != NO_EVENT && term_is_true(e->x->ts, d->same) &&
	       is_certain(e, &e->event.at[d->write], p->read) && must_precede(e, d->write, p->index);
}

/* Marks the candidates that another one must overwrite.  Of each thread, only the last write that
 * must be seen matters. */
static void mark_covered(struct events *e, const struct read_piece *p, struct rf_candidates *list) {
	VEC(uint32_t) last = {0};
	if (!model_allows(e->model, LEMMA_OVERWRITTEN_SOURCE))
		return;
	for (size_t i = 0; i < list->at.n; i++) {
		const struct rf_candidate *d = &list->at.at[i];
		if (!must_be_seen(e, d, p))
			continue;
		uint32_t tid = e->node.at[d->node].tid;
		if (last.n && e->node.at[e->event.at[vec_last(&last)].node].tid == tid)
			last.n--;
		vec_push(&last, d->write);
	}
	for (size_t i = 0; i < list->at.n; i++) {
		struct rf_candidate *c = &list->at.at[i];
		for (size_t k = 0; k < last.n && !c->is_covered; k++)
			c->is_covered = c->write == NO_EVENT ||
			                (c->write != last.at[k] && must_precede(e, c->write, last.at[k]));
	}
	vec_free(&last);
}

static bool may_find(const struct events *e, uint32_t w, uint32_t r) {
	const struct event *a = &e->event.at[w], *b = &e->event.at[r];
	const struct event_node *m = &e->node.at[a->node], *n = &e->node.at[b->node];
	if (m->tid == n->tid)
		return w < r;
	if (!model_allows(e->model, LEMMA_NO_LATER_SOURCE))
		return true;
	if (m->joins == n->tid && guard_implies(a->path, m->joined))
		return false;
	return !issue_before(e, b->node, a->node);
}

static void find_candidates(struct events *e, const struct read_piece *p, const uint32_t *write,
                            size_t n, struct rf_candidates *to) {
	struct symex *x = e->x;
	struct rf_candidate first = {.write = NO_EVENT, .same = term_true(x->ts)};
	first.happens = term_true(x->ts);
	vec_push(&to->at, first);
	for (size_t i = 0; i < n; i++) {
		const struct event *w = &e->event.at[write[i]];
		if (!bytes_overlap(w->at, p->at) || !may_find(e, write[i], p->index) ||
		    (i + 1 < n && protect_hides(e, write[i], write[i + 1], p->index)))
			continue;
		struct rf_candidate c = {.write = write[i], .node = w->node};
		if (!w->value.ix) {
			events_unsupported(e, w->loc, "a block of symbolic length in shared memory");
			return;
		}
		c.same = same_bytes(e, w, p);
		c.happens = w->guard;
		if (w->node != p->read->node)
			c.happens = term_and(x->ts, w->guard, node_happens(e, w->node));
		if (term_is_false(x->ts, c.same) || term_is_false(x->ts, c.happens))
			continue;
		vec_push(&to->at, c);
	}
	mark_covered(e, p, to);
}

bool encode_sources(struct events *e, uint32_t read, const uint32_t *write, size_t n, term *source,
                    size_t *sources, size_t most) {
	const struct event *r = &e->event.at[read];
	struct read_piece p = {r, read, r->at, r->value};
	struct rf_candidates list = {0};
	uint32_t overlapping[2 * ENCODE_SOURCES];
	size_t writes = 0;
	*sources = 0;
	for (size_t i = 0; i < n; i++) {
		const struct event *w = &e->event.at[write[i]];
		if (!bytes_overlap(w->at, r->at))
			continue;
		if (writes == 2 * most || w->at.step || !bytes_equal(w->at, r->at) || !w->value.ix ||
		    term_width(e->x->ts, w->value) != term_width(e->x->ts, r->value))
			return false;
		overlapping[writes++] = write[i];
	}
	find_candidates(e, &p, overlapping, writes, &list);
	for (size_t i = 0; i < list.at.n && *sources <= most; i++) {
		const struct rf_candidate *c = &list.at.at[i];
		if (c->is_covered)
			continue;
		if (++*sources <= most)
			source[*sources - 1] =
			    c->write == NO_EVENT ? initial_value(e, &p) : e->event.at[c->write].value;
	}
	vec_free(&list.at);
	return *sources <= most;
}

/* --- The formula. --- */

static void add_implied(struct events *e, term a, term b) {
	order_add(e->order, term_implies(e->x->ts, a, b));
}

static void add_not_after(struct events *e, const struct rf_candidate *d, term taken) {
	struct terms *ts = e->x->ts;
	add_implied(e, taken, term_not(ts, term_and(ts, d->happens, d->same)));
}

/* Writes of one node: only the last that happens is seen from outside; and what a node has written
 * itself is what it reads. */
static void add_same_node(struct events *e, const struct read_piece *p, size_t index,
                          const struct rf_candidates *list, term taken) {
	const struct rf_candidate *c = &list->at.at[index];
	uint32_t here = p->read->node;
	bool is_write = c->write != NO_EVENT;
	bool several = is_write && e->node.at[c->node].writes > 1 && !buffers_delay(e, c->write);
	bool reads_own = e->node.at[here].writes;
	for (size_t i = index + 1; i < list->at.n && several; i++)
		if (list->at.at[i].node == c->node)
			add_not_after(e, &list->at.at[i], taken);
	for (size_t i = 0; i < list->at.n && reads_own && (!is_write || c->node != here); i++)
		if (list->at.at[i].write != NO_EVENT && list->at.at[i].node == here)
			add_not_after(e, &list->at.at[i], taken);
}

/* Is the read one of coherence, and not of the order of all accesses? */
static bool is_coherent(const struct events *e, const struct event *r) {
	return e->model->source == SOURCE_COHERENT && !event_is_library(e, r);
}

/* Where the read is in the order that decides what it finds, and where what it may find is. */
static uint32_t read_node(struct events *e, const struct read_piece *p) {
	return is_coherent(e, p->read) ? coherence_node(e, p->index) : p->read->node;
}

static uint32_t source_node(struct events *e, const struct read_piece *p,
                            const struct rf_candidate *c) {
	if (is_coherent(e, p->read))
		return c->write == NO_EVENT ? e->hb->initial : coherence_node(e, c->write);
	return c->write == NO_EVENT ? c->node : memory_node(e, c->write);
}

/* Does the reader find it before it is in memory, since its own thread has stored it? */
static bool is_forwarded(const struct events *e, const struct read_piece *p,
                         const struct rf_candidate *c) {
	return c->write != NO_EVENT && buffers_delay(e, c->write) &&
	       same_thread(e, &e->event.at[c->write], p->read);
}

/* The read takes its value from the candidate, if 'taken'. */
static void add_source(struct events *e, uint32_t read, const struct read_piece *p,
                       const struct rf_candidate *c, term taken, term value) {
	bool is_own = is_forwarded(e, p, c);
	(is_own ? order_own_source : order_source)(e->order, read, source_node(e, p, c), taken, value);
	if (!model_interleaves(e->model) || count_is_wanted(e))
		vec_push(&e->source, ((struct read_source){p->index, c->write, p->at, taken}));
	if (!e->hb)
		return;
	if (c->write != NO_EVENT)
		hb_source(e, p->index, c->write, taken);
	if (is_coherent(e, p->read) && c->write != NO_EVENT && c->node != p->read->node)
		order_edge(e->order, c->node, p->read->node, taken);
}

/* A read of the library that the user's atomic writes may be the sources of: a futex.  It finds the
 * last one, and is part of the order of its location, too. */
static bool is_of_both(const struct events *e, const struct event *r,
                       const struct rf_candidates *list) {
	for (size_t i = 0; e->hb && event_is_library(e, r) && i < list->at.n; i++)
		if (list->at.at[i].write != NO_EVENT &&
		    e->event.at[list->at.at[i].write].order != MEM_PLAIN)
			return true;
	return false;
}

static void add_coherent(struct events *e, uint32_t read, const struct rf_candidate *c,
                         term taken) {
	bool is_initial = c->write == NO_EVENT;
	uint32_t node = is_initial ? e->hb->initial : coherence_node(e, c->write);
	if (!is_initial)
		order_rival(e->order, read, node, term_and(e->x->ts, c->happens, c->same));
	if (taken.ix)
		order_source(e->order, read, node, taken, NO_TERM);
}

/* The symbol of a pointer that is read is one of the targets that were noted (sharing.c).  If the
 * value is none of them, the formula would lack this execution. */
static void check_promise(struct events *e, const struct read_piece *p, term value) {
	struct symex *x = e->x;
	if (term_width(x->ts, value) != x->pointer_bits || term_eq(value, p->value) ||
	    sharing_promised(e, p->value, value))
		return;
#ifdef STRESS
	BUG("should be a known target of the shared pointer that event %u reads", p->index);
#endif
	events_unsupported(e, p->read->loc, "a shared pointer to an object that was not noted");
}

static void encode_piece(struct events *e, const struct read_piece *p, const uint32_t *write,
                         size_t n, bool waits) {
	struct symex *x = e->x;
	struct terms *ts = x->ts;
	const struct event *r = p->read;
	struct rf_candidates list = {0};
	find_candidates(e, p, write, n, &list);
	uint32_t at = read_node(e, p), read = order_read(e->order, at, p->value);
	bool both = is_of_both(e, r, &list);
	uint32_t twin = both ? order_read(e->order, coherence_node(e, p->index), NO_TERM) : 0;
	term any = term_false(ts);
	size_t left = 0;
	for (size_t i = 0; i < list.at.n; i++)
		left += !list.at.at[i].is_covered;
	for (size_t i = 0; i < list.at.n; i++) {
		const struct rf_candidate *c = &list.at.at[i];
		const struct event *w = c->write == NO_EVENT ? NULL : &e->event.at[c->write];
		if (w && source_node(e, p, c) != at && (is_coherent(e, r) || w->node != r->node))
			(is_forwarded(e, p, c) ? order_own_rival : order_rival)(
			    e->order, read, source_node(e, p, c), term_and(ts, c->happens, c->same));
		if (w && waits) {
			struct link l = {p->index, c->write, term_and(ts, c->happens, c->same)};
			vec_push(&e->link, l);
		}
		if (c->is_covered) {
			if (both)
				add_coherent(e, twin, c, NO_TERM);
			continue;
		}
		term taken = left == 1 ? r->guard
		                       : term_var(ts, sort_bool(),
		                                  intern_printf("from!%u!%u!%u", p->index,
		                                                (uint32_t)p->at.from, c->write));
		term value = w ? written(e, w, p) : initial_value(e, p);
		if (!w)
			vec_push(&e->initial, value);
		check_promise(e, p, value);
		add_source(e, read, p, c, taken, value);
		if (both)
			add_coherent(e, twin, c, taken);
		add_implied(e, taken, term_and(ts, r->guard, term_and(ts, c->happens, c->same)));
		add_implied(e, taken, term_equal(ts, p->value, value));
		if (!is_coherent(e, r))
			add_same_node(e, p, i, &list, taken);
		any = term_or(ts, any, taken);
	}
	add_implied(e, r->guard, any);
	vec_free(&list.at);
}

/* A read that some write covers only in part is split where that write begins or ends. */
static void encode_read(struct events *e, struct read_piece p, const uint32_t *write, size_t n,
                        bool waits) {
	struct symex *x = e->x;
	for (size_t i = 0; i < n && !e->unsupported; i++) {
		const struct event *w = &e->event.at[write[i]];
		if (!w->value.ix || !term_is_true(x->ts, same_bytes(e, w, &p)) || covers(w, &p))
			continue;
		if (term_width(x->ts, p.value) == x->pointer_bits) {
			events_unsupported(e, p.read->loc, "a shared pointer of which a part is written");
			return;
		}
		uint64_t at = w->at.from > p.at.from ? w->at.from : w->at.from + w->at.n;
		uint32_t low = (uint32_t)(at - p.at.from);
		struct read_piece a = p, b = p;
		a.at.n = low;
		a.value = term_extract(x->ts, p.value, low * 8 - 1, 0);
		b.at.from = at;
		b.at.n = p.at.n - low;
		b.value = term_extract(x->ts, p.value, p.at.n * 8 - 1, low * 8);
		encode_read(e, a, write, n, waits);
		encode_read(e, b, write, n, waits);
		return;
	}
	if (!e->unsupported)
		encode_piece(e, &p, write, n, waits);
}

/* Without the peephole reduction, the solver has to find an order of all nodes. */
static void order_all(struct events *e) {
	struct terms *ts = e->x->ts;
	for (uint32_t a = 0; a < e->node.n; a++)
		for (uint32_t b = a + 1; b < e->node.n; b++) {
			if (e->node.at[a].tid == e->node.at[b].tid || issue_before(e, a, b) ||
			    issue_before(e, b, a))
				continue;
			term first = term_var(ts, sort_bool(), intern_printf("first!%u!%u", a, b));
			term before = order_before(e->order, a, b);
			order_add(e->order, term_or(ts, first, before));
			order_add(e->order, term_or(ts, term_not(ts, first), term_not(ts, before)));
		}
}

/* The issue order: nodes are where accesses are issued, and those of a thread are a chain.  Which
 * of them are visible to others in this order, too, is said by memory_node and add_rival. */
static void encode_order(struct events *e) {
	struct terms *ts = e->x->ts;
	if (!model_issues_in_order(e->model))
		BUG("should issue accesses in program order: --mm %s", e->model->name);
	for (size_t i = 0; i < e->node.n; i++)
		order_node(e->order);
	for (size_t t = 0; t < e->thread.n; t++) {
		const struct event_thread *run = &e->thread.at[t];
		for (size_t i = 1; i < run->node.n; i++)
			order_edge(e->order, run->node.at[i - 1], run->node.at[i], term_true(ts));
		for (size_t i = 0; i < run->spawner.n && run->node.n; i++) {
			uint32_t by = run->spawner.at[i];
			order_edge(e->order, by, run->node.at[0],
			           run->spawner.n == 1 ? term_true(ts) : e->node.at[by].guard);
		}
	}
}

void encode(struct events *e) {
	struct map writes = {0}; /* object -> index in 'list' */
	VEC(struct { VEC(uint32_t) at; }) list = {0};
	bool *waits = arena_array(e->x->pool.arena, bool, e->node.n);
	for (size_t i = 0; i < e->waiting.n; i++)
		waits[e->waiting.at[i].node] = true;
	e->link.n = e->source.n = e->initial.n = 0;
	encode_order(e);
	if (buffers_are_used(e))
		buffers_encode(e);
	if (e->known && !events_reduce_by(e, REDUCTION_PEEPHOLE))
		order_all(e);
	if (events_by_order(e))
		hb_open(e);
	section_encode(e);
	for (size_t i = 0; i < e->event.n; i++) {
		uint64_t at;
		if (e->event.at[i].kind != EVENT_WRITE)
			continue;
		if (!map_get(&writes, e->event.at[i].object, &at)) {
			at = list.n;
			vec_reserve(&list, list.n + 1);
			list.at[list.n++].at.n = 0;
			list.at[at].at.at = NULL;
			list.at[at].at.cap = 0;
			map_put(&writes, e->event.at[i].object, at);
		}
		vec_push(&list.at[at].at, (uint32_t)i);
	}
	for (size_t i = 0; i < e->event.n && !e->unsupported; i++) {
		const struct event *r = &e->event.at[i];
		uint64_t at;
		if (r->kind != EVENT_READ || r->is_settled || r->is_sliced)
			continue;
		bool found = map_get(&writes, r->object, &at);
		struct read_piece p = {r, (uint32_t)i, r->at, r->value};
		uint32_t from;
		if (found && !waits[r->node] &&
		    protect_settles(e, (uint32_t)i, list.at[at].at.at, list.at[at].at.n, &from)) {
			term same = term_equal(e->x->ts, r->value, e->event.at[from].value);
			add_implied(e, r->guard, same);
			continue;
		}
		term holds;
		bool is_all = false;
		if (found && events_reduce_by(e, REDUCTION_OWNERS) && !waits[r->node] &&
		    owner_finds(e, (uint32_t)i, list.at[at].at.at, list.at[at].at.n, &holds, &is_all))
			add_implied(e, r->guard, holds);
		if (is_all)
			continue;
		encode_read(e, p, found ? list.at[at].at.at : NULL, found ? list.at[at].at.n : 0,
		            waits[r->node]);
	}
	history_encode(e);
	if (e->hb)
		hb_close(e);
	for (size_t i = 0; i < list.n; i++)
		vec_free(&list.at[i].at);
	vec_free(&list);
	map_free(&writes);
}
