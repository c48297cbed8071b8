#include "symex/step/thread/buffer.h"

#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/memory/access_log.h"
#include "symex/memory/content.h"
#include "symex/memory/gate.h"
#include "symex/observer.h"

static enum model_store store_of(const struct symex *x) {
	return model_or_sc(x->config->schedules.model)->store;
}

bool buffer_exists(const struct symex *x) {
	return store_of(x) != STORE_AT_ONCE;
}

/* --- What waits for the buffer. --- */

/* The store of an atomic operation that is nothing but one; NULL: it is a load. */
static const struct ins *lone_store(const struct ins *begin) {
	const struct ins *i = begin + 1;
	for (; i->kind != INS_ATOMIC_END; i++)
		if (i->kind == INS_ASSIGN && i->lhs->order != MEM_PLAIN)
			return i;
	return NULL;
}

static bool is_lone_operation(const struct ins *i) {
	return i->kind == INS_ATOMIC_BEGIN && i->operation && !i->modifies;
}

/* The machine has no store of a large structure: the compiler takes a lock, or a locked
 * instruction. */
static bool is_draining_store(const struct ins *i) {
	const struct expr *to = i->lhs;
	return to->order == MEM_SEQ_CST || (to->order != MEM_PLAIN && type_is_aggregate(to->type) &&
	                                    !type_is_atomic_word(to->type));
}

static bool drains(const struct ins *i, bool in_model) {
	if (i->kind == INS_FENCE)
		return i->order == MEM_SEQ_CST;
	if (is_lone_operation(i) && !in_model) {
		const struct ins *store = lone_store(i);
		return store && is_draining_store(store);
	}
	if (i->kind == INS_ATOMIC_BEGIN)
		return true;
	return i->kind == INS_ASSIGN && is_draining_store(i);
}

/* Is an instruction from here to the one that the checks guard visible? */
static bool is_visible(const struct state *st, const struct ins *to) {
	const struct ins *i = next_ins(st);
	while (i < to && !i->visible)
		i++;
	return i->visible;
}

bool buffer_drains(const struct state *st) {
	if (!st->frame || st->atomic)
		return false;
	const struct ins *i = guarded_ins(st);
	bool in_model = st->frame->function->is_model;
	return drains(i, in_model) || (in_model && is_visible(st, i));
}

/* Does the next instruction of the user's code store to memory that others may read? */
static bool makes_store(const struct state *st) {
	const struct ins *i = guarded_ins(st);
	if (st->frame->function->is_model)
		return false;
	if (is_lone_operation(i))
		return lone_store(i) != NULL;
	bool stores = i->kind == INS_ASSIGN || i->kind == INS_HAVOC;
	bool is_local = stores && i->lhs->kind == EXPR_SYMBOL && !i->lhs->symbol->is_shared;
	return stores && !is_local && is_visible(st, i);
}

static bool is_empty(const struct state *st) {
	return !st->pending.root || !st->frame || !pending_of(st, st->tid);
}

bool buffer_is_full(const struct state *st, uint32_t most) {
	return !is_empty(st) && !st->atomic && !buffer_drains(st) &&
	       pending_length(st, st->tid) >= most && makes_store(st);
}

bool buffer_waits(const struct state *st, uint32_t most) {
	return !is_empty(st) && (buffer_drains(st) || buffer_is_full(st, most));
}

bool buffer_stops(struct symex *x, struct state *st) {
	if (is_empty(st))
		return false;
	while (st->nlive == 1 && pending_of(st, st->tid))
		buffer_flush(x, st, st->tid, 0);
	return st->nlive > 1 && !st->resumed && buffer_drains(st);
}

/* --- Accesses. --- */

static bool is_private(const struct symex *x, uint32_t object) {
	const struct object *o = &x->object.at[object];
	return !object || (o->symbol && !o->symbol->is_shared) || o->kind == OBJECT_FUNCTION ||
	       o->is_constant;
}

/* The access is behind the hidden checks that guard it. */
static bool is_noticed(const struct state *st) {
	const struct ins *first = st->frame->function->ins.at, *i = next_ins(st);
	while (!i->visible && i > first && i[-1].kind == INS_ASSERT && i[-1].hidden)
		i--;
	return i->visible;
}

/* Is the running thread inside a section that is not just one store? */
static bool in_section(const struct state *st) {
	const struct ins *first = st->frame->function->ins.at, *i = next_ins(st);
	if (!st->atomic)
		return false;
	while (i > first && i->kind != INS_ATOMIC_BEGIN)
		i--;
	return st->atomic > 1 || !is_lone_operation(i);
}

static bool waits_for_object(const struct state *st, uint32_t object) {
	for (const struct pending *p = pending_of(st, st->tid); p; p = p->up)
		if (p->object == object)
			return true;
	return false;
}

/* A large structure is stored as seq_cst. */
static enum mem_order order_here(const struct state *st, const struct access *a) {
	const struct ins *i = a->order != MEM_PLAIN && st->frame ? guarded_ins(st) : NULL;
	return i && i->kind == INS_ASSIGN && is_draining_store(i) ? MEM_SEQ_CST : a->order;
}

/* Does the store wait in the buffer? */
static bool is_buffered(const struct symex *x, const struct state *st, const struct access *a) {
	if (!st->frame || a->kind != ACCESS_WRITE || !a->offset.ix || is_private(x, a->object))
		return false;
	if (waits_for_object(st, a->object))
		return true;
	return st->nlive > 1 && !st->frame->function->is_model && !in_section(st) &&
	       order_here(st, a) != MEM_SEQ_CST && is_noticed(st);
}

/* In footprints, the buffers are bytes of the object 0 (access_log.h has its first one). */
enum { BUFFER_SPANS = 16 };

static void note_buffer(struct symex *x, uint32_t tid, enum span_use use) {
	if (access_is_logged(x))
		access_own(x, BUFFER_SPANS + tid, use);
}

bool buffer_is_own(struct symex *x, struct state *st, const struct access *a) {
	if (a->kind == ACCESS_WRITE)
		return is_buffered(x, st, a);
	if (a->kind != ACCESS_READ || !a->offset.ix || !st->pending.root)
		return false;
	enum pending_part part = pending_part(x, st, a);
	if (part != PENDING_NONE)
		note_buffer(x, st->tid, SPAN_READ);
	return part == PENDING_ALL;
}

/* Blocks are read and written in memory: right if the buffer has nothing of the object, and if
 * nobody would see a block that waits in it. */
void buffer_access(struct symex *x, struct state *st, const struct access *a) {
	if (!st->frame || a->offset.ix || a->kind == ACCESS_EXISTENCE || !a->object)
		return;
	bool has_some = st->pending.root && waits_for_object(st, a->object);
	if (a->ends && has_some && (!a->guard.ix || term_is_true(x->ts, a->guard))) {
		pending_drop(x, st, a->object);
		note_buffer(x, st->tid, SPAN_WRITE);
		return;
	}
	bool is_store = a->kind == ACCESS_WRITE && !a->ends && st->nlive > 1 && !in_section(st) &&
	                !st->frame->function->is_model && !is_private(x, a->object);
	if (has_some || is_store)
		symex_unsupported(x, st, term_true(x->ts), "a block of memory in a store buffer");
}

term buffer_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	if (!st->pending.root || pending_part(x, st, a) == PENDING_NONE)
		return NO_TERM;
	if (content_is_crossed(x, a->object, a->offset, a->bytes)) {
		symex_unsupported(x, st, term_true(x->ts), "a read past the end, of a store buffer");
		return NO_TERM;
	}
	const struct content *seen = pending_view(x, st, a->object);
	return content_read_at(x, a->object, &seen, a->offset, (struct scalar){a->bytes, is_pointer});
}

bool buffer_write(struct symex *x, struct state *st, const struct access *a, term value) {
	/* The barrier is there whatever memory the store is to. */
	enum mem_order order = order_here(st, a);
	if (st->frame && (order == MEM_RELEASE || order == MEM_ACQ_REL))
		buffer_fence(x, st, MEM_RELEASE);
	if (!is_buffered(x, st, a)) {
		if (order == MEM_SEQ_CST && st->frame && !st->atomic && pending_of(st, st->tid))
			symex_unsupported(x, st, term_true(x->ts),
			                  "a store that empties the store buffer here");
		return false;
	}
	pending_push(x, st, a, value);
	st->wrote = true;
	st->wakeup = NULL;
	if (store_of(x) == STORE_BY_LOCATION && pending_clash(x, st))
		symex_unsupported(x, st, term_true(x->ts),
		                  "stores of a buffer that may be to the same bytes, under --mm pso");
	return true;
}

void buffer_fence(struct symex *x, struct state *st, enum mem_order order) {
	if (store_of(x) == STORE_BY_LOCATION && (order == MEM_RELEASE || order == MEM_ACQ_REL))
		pending_barrier(x, st);
}

void buffer_flush(struct symex *x, struct state *st, uint32_t tid, uint32_t position) {
	const struct wakeup *wakeup = st->wakeup;
	bool wrote = st->wrote;
	note_buffer(x, tid, SPAN_WRITE);
	gate_leaves(x, st, tid, position);
	observe(x, flush, st, tid, position);
	pending_flush(x, st, tid, position);
	st->wrote = wrote; /* the running thread has done nothing */
	st->wakeup = wakeup;
}
