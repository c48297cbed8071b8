#include "symex/replay/event_log.h"

#include <stdlib.h>

#include "goto/program/prog.h"
#include "result/pairs.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/core/pointer.h"
#include "symex/observer.h"

enum { MOST_RECORDED = 100000 }; /* events of an execution, before any is dropped */

const char event_log_too_long[] = "the execution has too many accesses to be judged";

void event_log_open(struct event_log *r, enum execution_model model) {
	*r = (struct event_log){.is_ranked = model == EXECUTION_C11};
	execution_init(&r->execution, model);
}

void event_log_close(struct event_log *r) {
	execution_free(&r->execution);
	for (size_t i = 0; i < r->shadow.n; i++)
		vec_free(&r->shadow.at[i].at);
	for (size_t i = 0; i < r->buffer.n; i++)
		vec_free(&r->buffer.at[i].event);
	vec_free(&r->buffer);
	vec_free(&r->shadow);
	vec_free(&r->rank);
	vec_free(&r->node);
	map_free(&r->object);
}

static struct execution_event *event_at(struct event_log *r, uint32_t i) {
	return &r->execution.event.at[i];
}

static struct event_log_node *node_of(struct event_log *r, uint32_t tid) {
	while (r->node.n <= tid)
		vec_push(&r->node, ((struct event_log_node){.event = EXECUTION_NONE}));
	return &r->node.at[tid];
}

uint32_t event_log_location(const struct event_log *r, uint32_t tid) {
	return tid < r->node.n ? r->node.at[tid].location : 0;
}

void event_log_name(struct event_log *r, uint32_t tid) {
	node_of(r, tid)->is_named = true;
}

static uint32_t add(struct event_log *r, struct symex *x, struct state *st,
                    struct execution_event e) {
	e.thread = st->tid;
	e.loc = state_user_loc(st);
	e.function = st->frame->function->symbol->display;
	if (r->execution.event.n >= MOST_RECORDED) {
		r->broken = event_log_too_long;
		x->give_up = true;
	}
	uint32_t i = execution_add(&r->execution, e);
	event_at(r, i)->issued = event_at(r, i)->in_memory = r->time++;
	vec_push(&r->rank, NO_RANK);
	return i;
}

static struct execution_event blank(enum execution_kind kind) {
	return (struct execution_event){.kind = kind, .other = EXECUTION_NONE};
}

static void tell(struct event_log *r, struct symex *x, struct state *st, uint32_t event,
                 const struct access *a, term value) {
	observe(x, event, st, event_at(r, event), a, value);
}

/* --- Nodes. --- */

static enum execution_order order_of(enum mem_order o) {
	static const enum execution_order order[MEM_ORDER_N] = {
	    [MEM_PLAIN] = ORDER_PLAIN,     [MEM_RELAXED] = ORDER_RELAXED, [MEM_CONSUME] = ORDER_CONSUME,
	    [MEM_ACQUIRE] = ORDER_ACQUIRE, [MEM_RELEASE] = ORDER_RELEASE, [MEM_ACQ_REL] = ORDER_ACQ_REL,
	    [MEM_SEQ_CST] = ORDER_SEQ_CST};
	return order[o];
}

/* A compare-exchange that has not stored has failed: it is a load with its failure order. */
static void leave(struct event_log *r, struct event_log_node *n) {
	struct execution_event *e = n->event == EXECUTION_NONE ? NULL : event_at(r, n->event);
	if (e && e->kind == EXECUTION_READ && n->failure_order != MEM_PLAIN) {
		e->is_failed = true;
		e->success_order = e->order;
		e->order = order_of(n->failure_order);
	}
	*n = (struct event_log_node){.event = EXECUTION_NONE};
}

/* Hidden checks and the instruction that they guard are one node. */
static bool is_guarded(const struct state *st) {
	const struct ins *i = next_ins(st);
	return st->pc && i[-1].kind == INS_ASSERT && i[-1].hidden;
}

static void mark_section(struct event_log *r, struct symex *x, struct state *st,
                         enum execution_kind kind) {
	uint32_t i = add(r, x, st, blank(kind));
	tell(r, x, st, i, NULL, NO_TERM);
}

void event_log_instruction(struct event_log *r, struct symex *x, const struct state *st) {
	const struct ins *i = next_ins(st);
	struct event_log_node *n = node_of(r, st->tid);
	struct state copy = *st;
	if (!st->atomic && !(n->is_open && is_guarded(st)))
		leave(r, n);
	if (!st->atomic && !n->is_named)
		n->location = naming_by_location(x) ? location_of(x, st) : 0;
	if (st->atomic == 1 && i->kind == INS_ATOMIC_END && n->is_section && !n->is_operation &&
	    !n->in_model)
		mark_section(r, x, &copy, EXECUTION_ATOMIC_END);
	if (i->kind != INS_ATOMIC_BEGIN || st->atomic)
		return;
	n->is_open = n->is_section = true;
	n->is_operation = i->operation;
	n->in_model = st->frame->function->is_model;
	if (!n->is_operation && !n->in_model)
		mark_section(r, x, &copy, EXECUTION_ATOMIC_BEGIN);
}

/* --- Accesses. --- */

static struct execution_bytes bytes_of(struct symex *x, const struct access *a) {
	uint64_t from = 0;
	term_get_u64(x->ts, a->offset, &from);
	return (struct execution_bytes){a->object, from, a->bytes};
}

static struct event_log_shadow *shadow_of(struct event_log *r, uint32_t object) {
	uint64_t at;
	if (!map_get(&r->object, object, &at)) {
		at = r->shadow.n;
		vec_push(&r->shadow, (struct event_log_shadow){0});
		map_put(&r->object, object, at);
	}
	return &r->shadow.at[at];
}

typedef VEC(struct execution_read) read_list;

/* The last writes of the bytes, newest first: what one covers is divided off. */
static void find_last(struct event_log_shadow *s, struct execution_bytes b, size_t newest,
                      read_list *to) {
	while (b.n && newest-- > 0) {
		uint64_t from = s->at.at[newest].from, end = from + s->at.at[newest].n;
		uint64_t low = from > b.from ? from : b.from, high = b.from + b.n;
		high = end < high ? end : high;
		if (low >= high)
			continue;
		struct execution_bytes part = {b.object, low, (uint32_t)(high - low)};
		struct execution_bytes below = {b.object, b.from, (uint32_t)(low - b.from)};
		struct execution_read read = {.at = part, .source = s->at.at[newest].event};
		find_last(s, below, newest, to);
		vec_push(to, read);
		b.n = (uint32_t)(b.from + b.n - high);
		b.from = high;
	}
	if (b.n)
		vec_push(to, ((struct execution_read){.at = b, .source = EXECUTION_INITIAL}));
}

static void set_last(struct event_log_shadow *s, struct execution_bytes b, uint32_t event) {
	size_t kept = 0;
	for (size_t i = 0; i < s->at.n; i++)
		if (s->at.at[i].from < b.from || s->at.at[i].from + s->at.at[i].n > b.from + b.n)
			s->at.at[kept++] = s->at.at[i];
	s->at.n = kept;
	vec_push(&s->at, ((struct event_log_bytes){b.from, b.n, event}));
}

static struct event_log_buffer *buffer_of(struct event_log *r, uint32_t tid) {
	while (r->buffer.n <= tid)
		vec_push(&r->buffer, (struct event_log_buffer){0});
	return &r->buffer.at[tid];
}

static bool is_waiting(const struct event_log_buffer *b, uint32_t event) {
	for (size_t i = 0; i < b->event.n; i++)
		if (b->event.at[i] == event)
			return true;
	return false;
}

/* What the thread sees: its own buffer, then memory. */
static void find_seen(struct event_log *r, uint32_t tid, struct execution_bytes b, read_list *to) {
	const struct event_log_buffer *own = buffer_of(r, tid);
	const struct event_log_shadow *memory = shadow_of(r, b.object);
	struct event_log_shadow all = {0};
	for (size_t i = 0; i < memory->at.n; i++)
		vec_push(&all.at, memory->at.at[i]);
	for (size_t i = 0; i < own->event.n; i++) {
		const struct execution_event *e = event_at(r, own->event.at[i]);
		for (size_t k = 0; k < e->written.n; k++)
			if (e->written.at[k].at.object == b.object)
				vec_push(&all.at,
				         ((struct event_log_bytes){e->written.at[k].at.from, e->written.at[k].at.n,
				                                   own->event.at[i]}));
	}
	find_last(&all, b, all.at.n, to);
	for (size_t i = 0; i < to->n; i++)
		to->at[i].is_forwarded = is_waiting(own, to->at[i].source);
	vec_free(&all.at);
}

static bool is_lifetime(struct execution_bytes b) {
	return b.from == EXECUTION_LIFETIME;
}

/* Does the access belong to the event of its node, and not to one of its own? */
static bool is_joint(const struct event_log_node *n, const struct access *a,
                     struct execution_bytes b) {
	if (!n->is_section || is_lifetime(b))
		return false;
	return n->is_operation ? a->order != MEM_PLAIN : n->in_model && a->order == MEM_PLAIN;
}

/* A section of the library reads a word once, and not what it has written itself. */
static void add_part(struct event_log *r, uint32_t event, const struct execution_read *part) {
	struct execution_event *e = event_at(r, event);
	if (part->source == event)
		return;
	for (size_t i = 0; i < e->read.n; i++)
		if (bytes_meet(e->read.at[i].at, part->at))
			return;
	vec_push(&e->read, *part);
}

/* The event of the access: that of its node, or a new one. */
static uint32_t event_of(struct event_log *r, struct symex *x, struct state *st,
                         const struct access *a, enum execution_kind kind, bool *is_new) {
	struct event_log_node *n = node_of(r, st->tid);
	struct execution_bytes b = bytes_of(x, a);
	bool joint = is_joint(n, a, b);
	n->is_open = true;
	*is_new = !joint || n->event == EXECUTION_NONE;
	if (!*is_new)
		return n->event;
	struct execution_event e = blank(joint && !n->is_operation ? EXECUTION_LIBRARY : kind);
	e.order = order_of(a->order);
	e.is_lifetime = is_lifetime(b);
	e.ends = e.is_lifetime && kind == EXECUTION_WRITE;
	uint32_t i = add(r, x, st, e);
	if (joint)
		n->event = i;
	return i;
}

uint32_t event_log_read(struct event_log *r, struct symex *x, struct state *st,
                        const struct access *a, term value, const struct execution_read *part,
                        size_t parts) {
	bool is_new;
	uint32_t i = event_of(r, x, st, a, EXECUTION_READ, &is_new);
	struct event_log_node *n = node_of(r, st->tid);
	read_list last = {0};
	if (!part)
		find_seen(r, st->tid, bytes_of(x, a), &last);
	for (size_t k = 0; k < (part ? parts : last.n); k++)
		add_part(r, i, part ? &part[k] : &last.at[k]);
	vec_free(&last);
	if (n->event == i && n->is_operation)
		n->failure_order = a->failure_order;
	if (is_new)
		tell(r, x, st, i, a, value);
	return i;
}

static void add_written(struct event_log *r, uint32_t event, struct execution_bytes b) {
	struct execution_event *e = event_at(r, event);
	for (size_t i = 0; i < e->written.n; i++) {
		struct execution_bytes old = e->written.at[i].at;
		if (old.object == b.object && old.from == b.from && old.n == b.n)
			return;
	}
	vec_push(&e->written, ((struct execution_write){.at = b}));
}

/* The write as an event, which is not in memory yet. */
static uint32_t issue(struct event_log *r, struct symex *x, struct state *st,
                      const struct access *a, term value) {
	bool is_new;
	uint32_t i = event_of(r, x, st, a, EXECUTION_WRITE, &is_new);
	add_written(r, i, bytes_of(x, a));
	if (event_at(r, i)->kind == EXECUTION_READ) { /* the second half of an operation */
		event_at(r, i)->kind = EXECUTION_RMW;
		event_at(r, i)->order = order_of(a->order);
	}
	tell(r, x, st, i, a, value);
	return i;
}

static void reach_memory(struct event_log *r, uint32_t event) {
	struct execution_event *e = event_at(r, event);
	r->arrivals++;
	for (size_t i = 0; i < e->written.n; i++) {
		e->written.at[i].place = r->arrivals;
		set_last(shadow_of(r, e->written.at[i].at.object), e->written.at[i].at, event);
	}
}

uint32_t event_log_write(struct event_log *r, struct symex *x, struct state *st,
                         const struct access *a, term value, uint32_t rank) {
	uint32_t i = issue(r, x, st, a, value);
	if (rank != NO_RANK)
		r->rank.at[i] = rank;
	reach_memory(r, i);
	return i;
}

uint32_t event_log_store(struct event_log *r, struct symex *x, struct state *st,
                         const struct access *a, term value) {
	uint32_t i = issue(r, x, st, a, value);
	vec_push(&buffer_of(r, st->tid)->event, i);
	event_at(r, i)->in_memory = EXECUTION_NEVER;
	return i;
}

static uint32_t take(struct event_log_buffer *b, size_t position) {
	uint32_t event = b->event.at[position];
	for (size_t i = position + 1; i < b->event.n; i++)
		b->event.at[i - 1] = b->event.at[i];
	b->event.n--;
	return event;
}

void event_log_flush(struct event_log *r, uint32_t tid, uint32_t position) {
	struct event_log_buffer *b = buffer_of(r, tid);
	if (position >= b->event.n)
		return;
	uint32_t event = take(b, position);
	event_at(r, event)->in_memory = r->time++;
	reach_memory(r, event);
}

void event_log_at_once(struct event_log *r, uint32_t tid) {
	struct event_log_buffer *b = buffer_of(r, tid);
	uint32_t event = take(b, b->event.n - 1);
	event_at(r, event)->in_memory = event_at(r, event)->issued;
	reach_memory(r, event);
}

void event_log_drop(struct event_log *r, uint32_t tid, uint32_t object) {
	struct event_log_buffer *b = buffer_of(r, tid);
	for (size_t i = b->event.n; i-- > 0;)
		if (event_at(r, b->event.at[i])->written.at[0].at.object == object)
			take(b, i);
}

/* --- What else is an event. --- */

void event_log_fence(struct event_log *r, struct symex *x, struct state *st, enum mem_order order) {
	struct execution_event e = blank(EXECUTION_FENCE);
	e.order = order_of(order);
	tell(r, x, st, add(r, x, st, e), NULL, NO_TERM);
}

void event_log_synchronise(struct event_log *r, struct symex *x, struct state *st, term word,
                           bool acquires) {
	uint32_t event = node_of(r, st->tid)->event, object;
	term offset;
	uint64_t from = 0;
	if (event == EXECUTION_NONE || !ptr_known(x, word, &object, &offset) ||
	    !term_get_u64(x->ts, offset, &from))
		return;
	struct execution_event *e = event_at(r, event);
	struct execution_bytes b = {object, from, 1};
	for (size_t i = 0; i < e->read.n && acquires; i++)
		if (bytes_meet(e->read.at[i].at, b))
			e->acquires = e->read.at[i].acquires = true;
	for (size_t i = 0; i < e->written.n && !acquires; i++)
		if (bytes_meet(e->written.at[i].at, b))
			e->releases = e->written.at[i].releases = true;
}

static void add_thread(struct event_log *r, struct symex *x, struct state *st, uint32_t tid,
                       enum execution_kind kind) {
	struct execution_event e = blank(kind);
	e.other = tid;
	tell(r, x, st, add(r, x, st, e), NULL, NO_TERM);
}

void event_log_create(struct event_log *r, struct symex *x, struct state *st, uint32_t tid) {
	add_thread(r, x, st, tid, EXECUTION_CREATE);
}

void event_log_join(struct event_log *r, struct symex *x, struct state *st, uint32_t tid) {
	add_thread(r, x, st, tid, EXECUTION_JOIN);
}

/* --- The end: what nobody shares is dropped. --- */

#define SEVERAL (UINT32_MAX - 1)

static void note_user(struct map *users, uint32_t object, uint32_t thread) {
	uint64_t who;
	if (!map_get(users, object, &who))
		map_put(users, object, thread);
	else if (who != thread)
		map_put(users, object, SEVERAL);
}

static bool is_of_several(const struct map *users, uint32_t object) {
	uint64_t who;
	return map_get(users, object, &who) && who == SEVERAL;
}

static bool is_kept(const struct map *users, const struct execution_event *e) {
	if (!e->read.n && !e->written.n)
		return true;
	if (e->order == ORDER_SEQ_CST || e->releases || e->acquires)
		return true;
	for (size_t i = 0; i < e->read.n; i++)
		if (is_of_several(users, e->read.at[i].at.object))
			return true;
	for (size_t i = 0; i < e->written.n; i++)
		if (is_of_several(users, e->written.at[i].at.object))
			return true;
	return false;
}

static void find_users(const struct execution *x, struct map *users) {
	for (size_t i = 0; i < x->event.n; i++) {
		const struct execution_event *e = &x->event.at[i];
		for (size_t k = 0; k < e->read.n; k++)
			note_user(users, e->read.at[k].at.object, e->thread);
		for (size_t k = 0; k < e->written.n; k++)
			note_user(users, e->written.at[k].at.object, e->thread);
	}
}

/* Sources of what is kept are kept: a source is an access to the same object. */
static void renumber(struct execution *x, const uint32_t *to) {
	VEC(uint32_t) events = {0}; /* by thread */
	for (size_t i = 0; i < x->event.n; i++) {
		struct execution_event *e = &x->event.at[i];
		while (events.n <= e->thread)
			vec_push(&events, 0u);
		e->index = events.at[e->thread]++;
		for (size_t k = 0; k < e->read.n; k++)
			if (execution_is_event(e->read.at[k].source))
				e->read.at[k].source = to[e->read.at[k].source] == EXECUTION_NONE
				                           ? EXECUTION_UNKNOWN
				                           : to[e->read.at[k].source];
	}
	vec_free(&events);
	for (unsigned i = 0; i < 2; i++)
		if (x->raced[i] != EXECUTION_NONE)
			x->raced[i] = to[x->raced[i]];
}

static void drop_private(struct event_log *r) {
	struct execution *x = &r->execution;
	struct map users = {0};
	uint32_t kept = 0, *to = mem_alloc((x->event.n + 1) * sizeof *to);
	find_users(x, &users);
	for (uint32_t i = 0; i < x->event.n; i++) {
		to[i] = EXECUTION_NONE;
		if (!is_kept(&users, &x->event.at[i])) {
			vec_free(&x->event.at[i].read);
			vec_free(&x->event.at[i].written);
			continue;
		}
		to[i] = kept;
		r->rank.at[kept] = r->rank.at[i];
		x->event.at[kept++] = x->event.at[i];
	}
	x->event.n = r->rank.n = kept;
	renumber(x, to);
	mem_free(to);
	map_free(&users);
}

/* --- Places in mo. --- */

/* Must the write, which has no rank, come before the other one? */
static bool comes_before(const struct execution *x, const struct pairs *hb, uint32_t v,
                         uint32_t w) {
	bool library = x->event.at[v].kind == EXECUTION_LIBRARY;
	return pairs_has(hb, v, w) || (library && x->event.at[w].kind == EXECUTION_LIBRARY && v < w);
}

struct ranked {
	uint32_t rank, event;
};

static int by_rank(const void *a, const void *b) {
	const struct ranked *p = a, *q = b;
	if (p->rank != q->rank)
		return p->rank < q->rank ? -1 : 1;
	return p->event < q->event ? -1 : p->event > q->event;
}

static bool write_same(const struct execution_event *a, const struct execution_event *b) {
	for (size_t i = 0; i < a->written.n; i++)
		for (size_t k = 0; k < b->written.n; k++)
			if (bytes_meet(a->written.at[i].at, b->written.at[k].at))
				return true;
	return false;
}

static void set_places(struct execution *x, const struct ranked *list, uint32_t n) {
	for (uint32_t i = 0; i < n; i++)
		for (size_t k = 0; k < x->event.at[list[i].event].written.n; k++)
			x->event.at[list[i].event].written.at[k].place = i;
}

/* Writes with ranks are in their order; the others are put in one by one, the last ones first. */
static void place_by_rank(struct event_log *r) {
	struct execution *x = &r->execution;
	uint32_t n = (uint32_t)x->event.n, found = 0;
	struct ranked *list = mem_alloc((n + 1) * sizeof *list);
	for (uint32_t i = 0; i < n; i++)
		if (x->event.at[i].written.n && r->rank.at[i] != NO_RANK)
			list[found++] = (struct ranked){r->rank.at[i], i};
	qsort(list, found, sizeof *list, by_rank);
	set_places(x, list, found);
	struct pairs hb = execution_hb(x);
	for (uint32_t v = n; v-- > 0;) {
		if (!x->event.at[v].written.n || r->rank.at[v] != NO_RANK)
			continue;
		uint32_t at = 0;
		while (at < found && !(write_same(&x->event.at[v], &x->event.at[list[at].event]) &&
		                       comes_before(x, &hb, v, list[at].event)))
			at++;
		for (uint32_t i = found++; i > at; i--)
			list[i] = list[i - 1];
		list[at] = (struct ranked){0, v};
	}
	set_places(x, list, found);
	pairs_close(&hb);
	mem_free(list);
}

/* Stores that are still in a buffer reach memory after all others, in program order. */
static void place_by_arrival(struct event_log *r) {
	struct execution *x = &r->execution;
	for (uint32_t i = 0; i < x->event.n; i++)
		if (x->event.at[i].in_memory == EXECUTION_NEVER) {
			r->arrivals++;
			for (size_t k = 0; k < x->event.at[i].written.n; k++)
				x->event.at[i].written.at[k].place = r->arrivals;
		}
}

void event_log_finish(struct event_log *r, const uint32_t *raced) {
	for (uint32_t tid = 0; tid < r->node.n; tid++)
		leave(r, &r->node.at[tid]);
	for (unsigned i = 0; i < 2 && raced; i++)
		r->execution.raced[i] = raced[i];
	drop_private(r);
	if (r->is_ranked)
		place_by_rank(r);
	else
		place_by_arrival(r);
}
