#include "symex/memory/pending.h"

#include "symex/core/next_ins.h"
#include "symex/memory/content.h"
#include "symex/memory/gate.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

static void put(struct symex *x, struct state *st, uint32_t tid, const struct pending *p) {
	pmap_set(&x->pool, &st->pending, tid + 1, (uint64_t)(uintptr_t)p);
}

static bool is_barrier(const struct pending *p) {
	return !p->object;
}

bool pending_any(const struct state *st) {
	uint32_t key;
	uint64_t value;
	return st->pending.root && pmap_next(&st->pending, 0, &key, &value);
}

static uint32_t length(const struct pending *p) {
	uint32_t n = 0;
	for (; p; p = p->up)
		n += !is_barrier(p);
	return n;
}

uint32_t pending_length(const struct state *st, uint32_t tid) {
	return length(pending_of(st, tid));
}

static bool same(const struct pending *a, const struct pending *b) {
	for (; a != b; a = a->up, b = b->up)
		if (!a || !b || a->object != b->object || !term_eq(a->offset, b->offset) ||
		    a->scalar.bytes != b->scalar.bytes || a->scalar.is_pointer != b->scalar.is_pointer ||
		    !term_eq(a->guard, b->guard) || !term_eq(a->value, b->value))
			return false;
	return true;
}

static void differ(void *context, uint32_t key, uint64_t a, uint64_t b) {
	bool *is_same = context;
	(void)key;
	*is_same &= same((const struct pending *)(uintptr_t)a, (const struct pending *)(uintptr_t)b);
}

bool pending_same(const struct state *a, const struct state *b) {
	bool is_same = true;
	if (a->pending.root != b->pending.root)
		pmap_diff(&a->pending, &b->pending, differ, &is_same);
	return is_same;
}

const struct pending *pending_at(const struct state *st, uint32_t tid, uint32_t position) {
	const struct pending *p = pending_of(st, tid);
	for (uint32_t younger = length(p) - 1 - position; p; p = p->up)
		if (!is_barrier(p) && !younger--)
			return p;
	return NULL;
}

/* --- Issue. --- */

static void push(struct symex *x, struct state *st, struct pending new) {
	new.up = pending_of(st, st->tid);
	put(x, st, st->tid, arena_copy(x->pool.arena, &new, sizeof new));
}

void pending_push(struct symex *x, struct state *st, const struct access *a, term value) {
	bool is_pointer = term_width(x->ts, value) == x->pointer_bits;
	push(x, st,
	     (struct pending){.object = a->object,
	                      .offset = a->offset,
	                      .scalar = {a->bytes, is_pointer},
	                      .guard = a->guard.ix ? a->guard : term_true(x->ts),
	                      .value = value,
	                      .ins = next_ins(st),
	                      .location = x->current.location,
	                      .loc = state_user_loc(st)});
}

/* One barrier after another, or in front of all stores, orders nothing. */
void pending_barrier(struct symex *x, struct state *st) {
	const struct pending *last = pending_of(st, st->tid);
	if (last && !is_barrier(last))
		push(x, st, (struct pending){.object = 0});
}

/* --- Which bytes. --- */

enum pending_overlap { APART, MAY_OVERLAP, OVERLAP };

static enum pending_overlap overlap(const struct symex *x, const struct pending *a,
                                    const struct pending *b) {
	uint64_t p, q;
	if (a->object != b->object)
		return APART;
	if (!term_get_u64(x->ts, a->offset, &p) || !term_get_u64(x->ts, b->offset, &q))
		return term_eq(a->offset, b->offset) ? OVERLAP : MAY_OVERLAP;
	return p < q + b->scalar.bytes && q < p + a->scalar.bytes ? OVERLAP : APART;
}

bool pending_clash(struct symex *x, const struct state *st) {
	for (const struct pending *a = pending_of(st, st->tid); a; a = a->up)
		for (const struct pending *b = a->up; b; b = b->up)
			if (!is_barrier(a) && !is_barrier(b) && overlap(x, a, b) == MAY_OVERLAP)
				return true;
	return false;
}

bool pending_may_leave(struct symex *x, const struct state *st, uint32_t tid, uint32_t position,
                       enum model_store store) {
	switch (store) {
	case STORE_AT_ONCE: return false;
	case STORE_BUFFERED: return position == 0;
	case STORE_BY_LOCATION: break;
	}
	const struct pending *p = pending_at(st, tid, position);
	for (const struct pending *old = p->up; old; old = old->up)
		if (is_barrier(old) || overlap(x, p, old) != APART)
			return false;
	return true;
}

/* --- Leaving. --- */

/* The list without one entry, and without barriers that nothing is in front of. */
static const struct pending *without(struct symex *x, const struct pending *list,
                                     const struct pending *gone) {
	if (!list)
		return NULL;
	const struct pending *rest = list == gone ? list->up : without(x, list->up, gone);
	if (list == gone)
		return rest;
	if (is_barrier(list) && (!rest || is_barrier(rest)))
		return rest;
	struct pending *copy = arena_copy(x->pool.arena, list, sizeof *list);
	copy->up = rest;
	return copy;
}

static void leave(struct symex *x, struct state *st, uint32_t tid, const struct pending *p) {
	put(x, st, tid, without(x, pending_of(st, tid), p));
}

void pending_flush(struct symex *x, struct state *st, uint32_t tid, uint32_t position) {
	const struct pending *p = pending_at(st, tid, position);
	if (!p)
		BUG("should flush store %u of thread %u", position, tid);
	struct access a = {.object = p->object,
	                   .offset = p->offset,
	                   .bytes = p->scalar.bytes,
	                   .kind = ACCESS_WRITE,
	                   .guard = p->guard};
	leave(x, st, tid, p);
	gate_flush(x, st, &a, p->scalar, p->value);
}

void pending_drop(struct symex *x, struct state *st, uint32_t object) {
	const struct pending *p = pending_of(st, st->tid);
	while (p) {
		const struct pending *up = p->up;
		if (p->object == object) {
			leave(x, st, st->tid, p);
			p = pending_of(st, st->tid); /* the list is another one now */
		} else {
			p = up;
		}
	}
}

/* --- What the thread sees. --- */

enum { MOST_BYTES = THRESHOLD(64, 2) }; /* of a scalar */

enum pending_part pending_part(struct symex *x, const struct state *st, const struct access *a) {
	struct pending read = {.object = a->object, .offset = a->offset, .scalar.bytes = a->bytes};
	uint64_t at, to, own = 0;
	bool any = false;
	for (const struct pending *p = pending_of(st, st->tid); p; p = p->up) {
		enum pending_overlap how = is_barrier(p) ? APART : overlap(x, p, &read);
		any |= how != APART;
		if (how != OVERLAP || a->bytes >= MOST_BYTES || !term_is_true(x->ts, p->guard))
			continue;
		if (term_eq(p->offset, a->offset) && p->scalar.bytes >= a->bytes)
			return PENDING_ALL;
		if (!term_get_u64(x->ts, a->offset, &at) || !term_get_u64(x->ts, p->offset, &to))
			continue;
		for (uint64_t i = 0; i < a->bytes; i++)
			if (at + i >= to && at + i < to + p->scalar.bytes)
				own |= UINT64_C(1) << i;
	}
	if (a->bytes < MOST_BYTES && own == (UINT64_C(1) << a->bytes) - 1)
		return PENDING_ALL;
	return any ? PENDING_SOME : PENDING_NONE;
}

static void apply(struct symex *x, struct content *c, const struct pending *p, uint32_t object) {
	if (!p)
		return;
	apply(x, c, p->up, object);
	if (p->object == object)
		content_write_at(x, object, c, p->offset, p->scalar, p->value, p->guard);
}

const struct content *pending_view(struct symex *x, const struct state *st, uint32_t object) {
	pmap_snapshot(&x->pool);
	struct content *copy = content_own(x, memory_get(x, st, object));
	apply(x, copy, pending_of(st, st->tid), object);
	pmap_snapshot(&x->pool);
	return copy;
}
