/* Reads and the writes that they may take their values from (the pi-functions), as a formula.
 *
 * For a read r there is a Boolean for each write w that it may find.  If it is true, w happens,
 * is before r, has the value that r returned, and no other write of these bytes is between them.
 * If r happens, one of them is true.  Left out are those of which candidates.c knows better. */
#include "symex/events/encode/encode.h"

#include "symex/events/encode/buffers.h"
#include "symex/events/encode/candidates.h"
#include "symex/events/encode/client_order.h"
#include "symex/events/encode/coherence.h"
#include "symex/events/encode/exclusion.h"
#include "symex/events/encode/happens_before.h"
#include "symex/events/encode/lock_owner.h"
#include "symex/events/encode/protected_reads.h"
#include "symex/events/encode/psc.h"
#include "symex/events/encode/section.h"
#include "symex/events/execute/sharing.h"
#include "symex/events/record/before.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

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
		vec_push(&e->formula.source, ((struct read_source){p->index, c->write, p->at, taken}));
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
	candidates_find(e, p, write, n, &list);
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
			vec_push(&e->formula.link, l);
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
		term value = w ? piece_value(e, w, p) : piece_initial(e, p);
		if (!w)
			vec_push(&e->formula.initial, value);
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

static bool is_pointer_read(const struct events *e, const struct read_piece *p) {
	return term_width(e->x->ts, p->value) == e->x->pointer_bits;
}

/* The first byte of the piece from which on a write has other bytes of it than before; 0: each has
 * all or none. */
static uint32_t end_of_part(struct events *e, const struct read_piece *p, const uint32_t *write,
                            size_t n) {
	uint32_t grain = piece_grain(e, p, write, n);
	if (grain < p->at.n)
		return grain;
	for (size_t i = 0; i < n; i++) {
		const struct event *w = &e->event.at[write[i]];
		if (!w->value.ix || !bytes_overlap(w->at, p->at) || piece_is_covered(w, p))
			continue;
		uint64_t at = w->at.from > p->at.from ? w->at.from : w->at.from + w->at.n;
		return (uint32_t)(at - p->at.from);
	}
	return 0;
}

/* A read that some write covers only in part is split where that write begins or ends, or may. */
static void encode_read(struct events *e, struct read_piece p, const uint32_t *write, size_t n,
                        bool waits) {
	uint32_t end = end_of_part(e, &p, write, n);
	if (end && is_pointer_read(e, &p))
		events_unsupported(e, p.read->loc, "a shared pointer of which a part is written");
	if (e->unsupported)
		return;
	if (!end) {
		encode_piece(e, &p, write, n, waits);
		return;
	}
	encode_read(e, piece_part(e, &p, 0, end), write, n, waits);
	encode_read(e, piece_part(e, &p, end, p.at.n - end), write, n, waits);
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
 * of them are visible to others in this order, too, is said by memory_node and order_rival. */
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
	e->formula.link.n = e->formula.source.n = e->formula.initial.n = 0;
	encode_order(e);
	if (buffers_are_used(e))
		buffers_encode(e);
	if (e->branches.known && !events_reduce_by(e, REDUCTION_PEEPHOLE))
		order_all(e);
	if (events_by_order(e))
		hb_open(e);
	section_encode(e);
	if (events_reduce_by(e, REDUCTION_EXCLUSION))
		exclusion_encode(e);
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
	client_order_encode(e);
	if (e->hb)
		hb_close(e);
	if (e->hb && events_are_coherent(e)) {
		coherence_encode(e);
		order_set_axiom(e->order, psc_check, e);
	}
	for (size_t i = 0; i < list.n; i++)
		vec_free(&list.at[i].at);
	vec_free(&list);
	map_free(&writes);
}
