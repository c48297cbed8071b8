#include "symex/explore/vector_clock.h"

#include <string.h>

#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/explore/race.h"
#include "symex/observer.h"
#include "symex/step/check/condition.h"
#include "symex/step/thread/thread.h"

/* --- Clocks. --- */

static bool is_within(const struct vector_clock *a, const struct vector_clock *b) {
	for (uint32_t i = 0; a && i < a->n; i++)
		if (a->at[i] > clock_of(b, i))
			return false;
	return true;
}

const struct vector_clock *clock_join(struct symex *x, const struct vector_clock *a,
                                      const struct vector_clock *b) {
	if (is_within(b, a))
		return a;
	if (is_within(a, b))
		return b;
	uint32_t n = a->n > b->n ? a->n : b->n;
	struct vector_clock *c =
	    (struct vector_clock *)arena_alloc(x->pool.arena, sizeof *c + n * sizeof *c->at);
	c->n = n;
	for (uint32_t i = 0; i < n; i++)
		c->at[i] = clock_of(a, i) > clock_of(b, i) ? clock_of(a, i) : clock_of(b, i);
	return c;
}

static const struct vector_clock *tick(struct symex *x, const struct vector_clock *a,
                                       uint32_t tid) {
	uint32_t n = a && a->n > tid ? a->n : tid + 1;
	struct vector_clock *c =
	    (struct vector_clock *)arena_alloc(x->pool.arena, sizeof *c + n * sizeof *c->at);
	c->n = n;
	for (uint32_t i = 0; i < n; i++)
		c->at[i] = clock_of(a, i);
	c->at[tid]++;
	return c;
}

/* --- The clocks of a state.  What is changed is copied first. --- */

static bool is_on(const struct symex *x) {
	return x->config->schedules.race_orders;
}

struct clocks *clocks_own(struct symex *x, struct state *st) {
	struct clocks *c = arena_new(x->pool.arena, struct clocks);
	*c = st->clocks ? *st->clocks : (struct clocks){0};
	if (c->nthreads < st->nthreads) {
		struct clock_thread *t = arena_array(x->pool.arena, struct clock_thread, st->nthreads);
		for (uint32_t i = 0; i < st->nthreads; i++)
			t[i] = i < c->nthreads ? c->thread[i] : (struct clock_thread){.now = tick(x, NULL, i)};
		c->thread = t;
		c->nthreads = st->nthreads;
	}
	st->clocks = c;
	return c;
}

static struct clock_thread *own_thread(struct symex *x, struct clocks *c, uint32_t tid) {
	struct clock_thread *t = arena_array(x->pool.arena, struct clock_thread, c->nthreads);
	memcpy(t, c->thread, c->nthreads * sizeof *t);
	c->thread = t;
	return &t[tid];
}

static struct clock_word *own_word(struct symex *x, struct clocks *c, uint32_t object,
                                   uint64_t offset) {
	uint32_t i = 0;
	while (i < c->nwords && (c->word[i].object != object || c->word[i].offset != offset))
		i++;
	bool is_new = i == c->nwords;
	struct clock_word *w = arena_array(x->pool.arena, struct clock_word, c->nwords + 1);
	if (c->nwords)
		memcpy(w, c->word, c->nwords * sizeof *w);
	if (is_new)
		w[c->nwords++] = (struct clock_word){.object = object, .offset = offset};
	c->word = w;
	return &w[i];
}

static void set_by(struct symex *x, struct clock_word *w, uint32_t tid,
                   const struct vector_clock *now) {
	uint32_t n = w->nby > tid ? w->nby : tid + 1;
	const struct vector_clock **by = arena_array(x->pool.arena, const struct vector_clock *, n);
	for (uint32_t i = 0; i < n; i++)
		by[i] = i < w->nby ? w->by[i] : NULL;
	by[tid] = now;
	w->by = by;
	w->nby = n;
}

/* A store ends the release sequences of other threads. */
static void end_by(struct symex *x, struct clock_word *w, uint32_t tid) {
	const struct vector_clock *mine = tid < w->nby ? w->by[tid] : NULL;
	w->nby = 0;
	if (mine)
		set_by(x, w, tid, mine);
}

static bool releases(enum mem_order o) {
	return o == MEM_RELEASE || o == MEM_ACQ_REL || o == MEM_SEQ_CST;
}

static bool acquires(enum mem_order o) {
	return o == MEM_ACQUIRE || o == MEM_CONSUME || o == MEM_ACQ_REL || o == MEM_SEQ_CST;
}

/* --- Races. --- */

bool clock_is_ended(const struct state *st, uint32_t tid) {
	return tid == st->tid ? !st->frame : !state_parked(st, tid);
}

bool clock_matters(const struct state *st, const struct noted_access *a) {
	const struct clocks *c = st->clocks;
	for (uint32_t t = 0; t < c->nthreads; t++)
		if (t != a->access.tid && !clock_is_ended(st, t) &&
		    clock_of(c->thread[t].now, a->access.tid) < a->count)
			return true;
	return false;
}

static term overlap(struct symex *x, const struct noted_access *a, const struct noted_access *b) {
	struct terms *ts = x->ts;
	if (a->object != b->object)
		return term_false(ts);
	term both = term_and(ts, a->access.guard, b->access.guard);
	if (!a->offset.ix || !b->offset.ix)
		return both;
	uint32_t w = x->address_bits;
	term end_a = term_add(ts, a->offset, term_u64(ts, w, a->bytes));
	term end_b = term_add(ts, b->offset, term_u64(ts, w, b->bytes));
	return term_and(ts, both,
	                term_and(ts, term_ult(ts, a->offset, end_b), term_ult(ts, b->offset, end_a)));
}

/* Checks the access, which the running thread makes, against those that others have made. */
static void check(struct symex *x, struct state *st, const struct noted_access *a) {
	const struct clocks *c = st->clocks;
	const struct vector_clock *now = c->thread[st->tid].now;
	for (uint32_t i = 0; i < c->nnoted && !x->give_up; i++) {
		const struct noted_access *b = c->noted[i];
		if (b->access.tid == a->access.tid || !(a->access.is_write || b->access.is_write) ||
		    (a->access.is_atomic && b->access.is_atomic) ||
		    clock_of(now, b->access.tid) >= b->count)
			continue;
		term race = overlap(x, a, b);
		if (term_is_false(x->ts, race))
			continue;
		uint32_t property =
		    race_property(x, st->frame->function, state_user_loc(st), &a->access, &b->access);
		if (x->model && x->only_race != property + 1)
			continue; /* a replay of another violation */
		struct next_access past = b->access;
		past.past = &b->past;
		observe(x, race, st, &a->access, &past);
		step_check(x, st, property, term_not(x->ts, race));
	}
}

static bool is_same_place(const struct noted_access *a, const struct noted_access *b) {
	return a->object == b->object && term_eq(a->offset, b->offset) && a->bytes == b->bytes &&
	       term_eq(a->access.guard, b->access.guard);
}

/* Whatever races with b races with a: the later one, or the stronger one of the same count. */
static bool replaces(const struct noted_access *a, const struct noted_access *b) {
	if (a->access.tid != b->access.tid || !is_same_place(a, b))
		return false;
	return (a->access.is_write || !b->access.is_write) &&
	       (!a->access.is_atomic || b->access.is_atomic);
}

static void note(struct symex *x, struct state *st, const struct noted_access *a) {
	if (st->nlive == 1)
		return; /* whatever comes is created by this thread, or comes after it */
	struct clocks *c = clocks_own(x, st);
	const struct noted_access **list =
	    arena_array(x->pool.arena, const struct noted_access *, c->nnoted + 1);
	uint32_t n = 0;
	bool is_covered = false;
	for (uint32_t i = 0; i < c->nnoted; i++) {
		const struct noted_access *b = c->noted[i];
		/* A replay looks for a race of certain instructions. */
		is_covered |= !x->model && b->count == a->count && replaces(b, a);
		if ((x->model || !replaces(a, b)) && clock_matters(st, b))
			list[n++] = b;
	}
	if (is_covered)
		return;
	list[n++] = a;
	c->noted = list;
	c->nnoted = n;
}

/* --- Accesses. --- */

/* Does the access count for races?  As in explore/race.c: not that of a section of the library, nor
 * to memory of models. */
bool clock_counts(const struct symex *x, const struct state *st, const struct access *a) {
	if (!a->object || a->kind == ACCESS_EXISTENCE)
		return false;
	const struct object *o = &x->object.at[a->object];
	const struct ins *i = guarded_ins(st);
	if ((o->symbol && !o->symbol->is_shared) || o->kind == OBJECT_FUNCTION ||
	    o->kind == OBJECT_INTERNAL || i->ghost || i->kind == INS_ATOMIC_BEGIN)
		return false;
	if (o->symbol && o->symbol->is_model && !o->symbol->is_hidden_state)
		return false;
	if (a->ends && (o->kind != OBJECT_HEAP || i->kind != INS_CALL))
		return false;
	return !st->clocks || st->clocks->section != SECTION_LIBRARY;
}

/* A structure that is atomic is read and written part by part. */
enum mem_order clock_order(const struct state *st, const struct access *a) {
	const struct ins *i = guarded_ins(st);
	const struct expr *whole = a->kind == ACCESS_WRITE ? i->lhs : i->rhs;
	bool in_one = whole && whole->type->is_atomic && whole->order != MEM_PLAIN;
	return a->order == MEM_PLAIN && in_one ? whole->order : a->order;
}

static const struct noted_access *describe(struct symex *x, struct state *st,
                                           const struct access *a, enum mem_order order) {
	struct noted_access *n = arena_new(x->pool.arena, struct noted_access);
	const struct ins *i = guarded_ins(st);
	bool is_whole = !a->offset.ix || a->ends;
	term zero = term_u64(x->ts, x->address_bits, 0);
	bool is_user = !st->frame->function->is_model;
	*n = (struct noted_access){
	    .object = a->object,
	    .offset = is_whole ? NO_TERM : a->offset,
	    .bytes = is_whole ? 0 : a->bytes,
	    .count = clock_of(st->clocks->thread[st->tid].now, st->tid),
	    .past = {.frame = st->frame, .loc = state_loc(st), .user_loc = state_user_loc(st)},
	    .access = {.tid = st->tid,
	               .pointer = ptr_make(x, a->object, is_whole ? zero : a->offset),
	               .is_write = a->kind == ACCESS_WRITE,
	               .is_atomic = order != MEM_PLAIN,
	               .guard = a->guard.ix ? a->guard : term_true(x->ts),
	               .lvalue = a->kind == ACCESS_WRITE && is_user && !a->ends ? i->lhs : NULL,
	               .ins = i}};
	return n;
}

/* The order of a compare-exchange's load is known: its store follows, or the section ends. */
static void settle(struct symex *x, struct state *st, bool is_exchanged) {
	if (!st->clocks || !st->clocks->pending)
		return;
	struct clocks *c = clocks_own(x, st);
	const struct noted_access *a = c->pending;
	c->pending = NULL;
	if (acquires(is_exchanged ? c->order : c->failure)) {
		struct clock_thread *t = own_thread(x, c, st->tid);
		t->now = clock_join(x, t->now, c->has_found);
	}
	check(x, st, a);
	note(x, st, a);
}

/* false: what the access orders is not known, since its location is not. */
static bool find_location(struct symex *x, struct state *st, const struct access *a,
                          uint64_t *offset) {
	bool known = a->offset.ix && term_get_u64(x->ts, a->offset, offset) &&
	             (!a->guard.ix || term_is_true(x->ts, a->guard));
	if (!known)
		symex_unsupported(x, st, a->guard.ix ? a->guard : term_true(x->ts),
		                  "races, and an atomic access to a location that depends on inputs");
	return known;
}

static void load(struct symex *x, struct state *st, const struct access *a, enum mem_order order) {
	uint64_t offset;
	if (!find_location(x, st, a, &offset))
		return;
	struct clocks *c = clocks_own(x, st);
	const struct vector_clock *found = own_word(x, c, a->object, offset)->release;
	struct clock_thread *t = own_thread(x, c, st->tid);
	c->has_read = c->section == SECTION_OPERATION || access_is_addition(guarded_ins(st));
	t->found = clock_join(x, t->found, found);
	bool is_open = a->failure_order != MEM_PLAIN && acquires(order) != acquires(a->failure_order);
	if (!is_open && acquires(order))
		t->now = clock_join(x, t->now, found);
	const struct noted_access *n = describe(x, st, a, order);
	if (is_open) {
		c->pending = n;
		c->has_found = found;
		c->order = order;
		c->failure = a->failure_order;
		return;
	}
	check(x, st, n);
	note(x, st, n);
}

static void store(struct symex *x, struct state *st, const struct access *a, enum mem_order order) {
	uint64_t offset;
	settle(x, st, true);
	if (!find_location(x, st, a, &offset))
		return;
	const struct noted_access *n = describe(x, st, a, order);
	check(x, st, n);
	note(x, st, n);
	struct clocks *c = clocks_own(x, st);
	struct clock_word *w = own_word(x, c, a->object, offset);
	struct clock_thread *t = own_thread(x, c, st->tid);
	const struct vector_clock *before = c->has_read ? w->release : NULL;
	if (!c->has_read)
		end_by(x, w, st->tid);
	c->has_read &= c->section == SECTION_OPERATION;
	if (releases(order)) {
		w->release = clock_join(x, before, t->now);
		set_by(x, w, st->tid, t->now);
		t->now = tick(x, t->now, st->tid);
	} else {
		const struct vector_clock *mine = st->tid < w->nby ? w->by[st->tid] : NULL;
		w->release = clock_join(x, before, clock_join(x, t->fence, mine));
	}
}

void clock_access(struct symex *x, struct state *st, const struct access *a) {
	if (!is_on(x) || !st->frame || x->observation.depth || (x->naming && x->naming->peeks) ||
	    !clock_counts(x, st, a))
		return;
	enum mem_order order = clock_order(st, a);
	if (!st->clocks || st->clocks->nthreads < st->nthreads)
		clocks_own(x, st);
	if (order != MEM_PLAIN && !a->ends) {
		if (a->kind == ACCESS_WRITE)
			store(x, st, a, order);
		else
			load(x, st, a, order);
		return;
	}
	const struct noted_access *n = describe(x, st, a, MEM_PLAIN);
	check(x, st, n);
	if (!a->ends) /* what comes after the end is another error */
		note(x, st, n);
}

/* --- What synchronises. --- */

void clock_fence(struct symex *x, struct state *st, enum mem_order order) {
	if (!is_on(x) || !st->frame)
		return;
	struct clocks *c = clocks_own(x, st);
	struct clock_thread *t = own_thread(x, c, st->tid);
	if (acquires(order))
		t->now = clock_join(x, t->now, t->found);
	if (releases(order)) {
		t->fence = t->now;
		t->now = tick(x, t->now, st->tid);
	}
}

void clock_synchronise(struct symex *x, struct state *st, term word, bool acquires) {
	uint32_t object;
	term where;
	uint64_t offset;
	if (!is_on(x))
		return;
	if (!ptr_known(x, word, &object, &where) || !term_get_u64(x->ts, where, &offset)) {
		symex_unsupported(x, st, term_true(x->ts),
		                  "races, and a lock that depends on inputs, beside weaker memory orders");
		return;
	}
	struct clocks *c = clocks_own(x, st);
	struct clock_word *w = own_word(x, c, object, offset);
	struct clock_thread *t = own_thread(x, c, st->tid);
	if (acquires) {
		t->now = clock_join(x, t->now, w->release);
	} else {
		w->release = clock_join(x, w->release, t->now);
		t->now = tick(x, t->now, st->tid);
	}
}

static void begin_section(struct symex *x, struct state *st, const struct ins *i) {
	struct clocks *c = clocks_own(x, st);
	c->has_read = false;
	c->section = i->operation                    ? SECTION_OPERATION
	             : st->frame->function->is_model ? SECTION_LIBRARY
	                                             : SECTION_USER;
	if (c->section == SECTION_USER) {
		struct clock_thread *t = own_thread(x, c, st->tid);
		t->now = clock_join(x, t->now, c->sections);
	}
}

static void end_section(struct symex *x, struct state *st) {
	settle(x, st, false);
	struct clocks *c = clocks_own(x, st);
	if (c->section == SECTION_USER) {
		struct clock_thread *t = own_thread(x, c, st->tid);
		c->sections = clock_join(x, c->sections, t->now);
		t->now = tick(x, t->now, st->tid);
	}
	c->section = SECTION_NONE;
	c->has_read = false;
}

void clock_instruction(struct symex *x, struct state *st) {
	if (!is_on(x) || !st->frame)
		return;
	const struct ins *i = next_ins(st);
	if (i->kind == INS_ATOMIC_BEGIN && !st->atomic)
		begin_section(x, st, i);
	else if (i->kind == INS_ATOMIC_END && st->atomic == 1)
		end_section(x, st);
}

void clock_spawned(struct symex *x, struct state *creator, uint32_t tid) {
	if (!is_on(x))
		return;
	struct clocks *c = clocks_own(x, creator);
	struct clock_thread *t = own_thread(x, c, 0);
	t[tid].now = tick(x, t[creator->tid].now, tid);
	t[creator->tid].now = tick(x, t[creator->tid].now, creator->tid);
}
