#include "symex/step/thread.h"

#include <string.h>

#include "symex/core/content.h"
#include "symex/explore/explore.h"
#include "symex/core/memory.h"
#include "symex/step/step.h"
#include "symex/schedule/context.h"
#include "symex/core/location.h"
#include "util/diag.h"

const struct parked *thread_parked(const struct state *st, uint32_t tid) {
	return (const struct parked *)(uintptr_t)pmap_get(&st->parked, tid + 1);
}

struct state thread_view(const struct state *st, uint32_t tid) {
	struct state view = *st;
	const struct parked *p = st->tid == tid ? NULL : thread_parked(st, tid);
	if (p) {
		view.tid = tid;
		view.frame = p->frame;
		view.pc = p->pc;
		view.atomic = p->atomic;
		view.interrupts = p->interrupts;
		view.activity = p->activity;
		view.cut = p->cut;
		view.held = p->held;
		view.joined = p->joined;
		view.wakeup = p->wakeup;
		view.reg = p->reg;
		view.stack = p->stack;
		view.tls = p->tls;
	} else if (st->tid != tid) {
		view.frame = NULL;
	}
	return view;
}

static void put_parked(struct symex *x, struct state *st, uint32_t tid, const struct parked *p) {
	pmap_set(&x->pool, &st->parked, tid + 1, (uint64_t)(uintptr_t)p);
}

static void park(struct symex *x, struct state *st) {
	struct parked *p = arena_new(x->pool.arena, struct parked);
	*p = (struct parked){.frame = st->frame,
	                     .pc = st->pc,
	                     .atomic = st->atomic,
	                     .interrupts = st->interrupts,
	                     .activity = st->activity,
	                     .cut = st->cut,
	                     .held = st->held,
	                     .joined = st->joined,
	                     .wakeup = st->wakeup,
	                     .reg = st->reg,
	                     .stack = st->stack,
	                     .tls = st->tls};
	put_parked(x, st, st->tid, p);
}

void thread_switch(struct symex *x, struct state *st, uint32_t tid) {
	if (st->tid == tid)
		return;
	if (st->frame)
		park(x, st);
	const struct parked *p = thread_parked(st, tid);
	if (!p)
		BUG("thread %u does not live", tid);
	st->tid = tid;
	st->frame = p->frame;
	st->pc = p->pc;
	st->atomic = p->atomic;
	st->held = p->held;
	st->joined = p->joined;
	st->wakeup = p->wakeup;
	st->reg = p->reg;
	st->stack = p->stack;
	st->tls = p->tls;
	st->interrupts = p->interrupts;
	st->activity = p->activity;
	st->cut = p->cut;
	put_parked(x, st, tid, NULL);
	pmap_snapshot(&x->pool);
}

/* A thread's own instance of a thread-local variable.  All are made with the thread: were each made
 * where it is first used, paths that meet would know different ones. */
static void make_local(struct symex *x, struct state *by, struct state *of, struct symbol *s) {
	uint32_t first = memory_static(x, s);
	struct object o = x->object.at[first];
	uint64_t begins = pmap_get(&x->initial_memory, first);
	o.kind = OBJECT_AUTO; /* it ends with the thread, and its address is its own */
	o.choice = symex_choice(x, by, CHOICE_MEMORY, state_guard(x, by));
	o.base = NO_TERM;
	o.initial = begins ? (struct content *)(uintptr_t)begins : o.initial;
	pmap_set(&x->pool, &of->tls, s->id, memory_object(x, o));
}

static uint32_t new_number(struct symex *x, struct state *st) {
	struct stepping *t = x->tree;
	if (!t->recording) {
		if (t->places) {
			while (t->slot.n <= st->nthreads)
				vec_push(&t->slot, 0);
			t->slot.at[st->nthreads] = location_thread(x, st);
		}
		return st->nthreads++;
	}
	uint32_t tid = location_thread(x, st);
	if (st->nthreads <= tid)
		st->nthreads = tid + 1;
	return tid;
}

uint32_t thread_spawn(struct symex *x, struct state *st, struct function *body,
                      struct created created) {
	uint32_t tid = new_number(x, st);
	struct state new = {.tid = tid, .nthreads = st->nthreads, .mem = st->mem, .ended = st->ended};
	struct argument data = {type_void_pointer(x->prog->types), created.data};
	step_start(x, &new, body, &data, 1);
	st->mem = new.mem;
	for (size_t i = 0; i < x->prog->symbol.n; i++)
		if (x->prog->symbol.at[i]->storage == STORAGE_THREAD)
			make_local(x, st, &new, x->prog->symbol.at[i]);
	if (x->tree->recording && !x->tree->trial) {
		context_born(x, st, &new);
	} else {
		struct parked *p = arena_new(x->pool.arena, struct parked);
		*p = (struct parked){.frame = new.frame, .reg = new.reg, .tls = new.tls};
		put_parked(x, st, tid, p);
	}
	struct created *c = arena_copy(x->pool.arena, &created, sizeof created);
	pmap_set(&x->pool, &st->created, tid, (uint64_t)(uintptr_t)c);
	st->nlive++;
	if (st->nlive > x->stats->threads)
		x->stats->threads = st->nlive;
	if (st->nthreads > x->stats->created)
		x->stats->created = st->nthreads;
	return tid;
}

void thread_cut(struct symex *x, const struct state *st) {
	if (!x->tree || st->atomic || x->tree->trial)
		return;
	struct state rests = *st;
	rests.cut = true;
	if (x->tree->recording)
		context_cut(x, &rests);
	else
		explore_stop(x, &rests);
}

void thread_end(struct symex *x, struct state *st) {
	/* What the thread owns ends with it; pointers into its stack and to its variables dangle. */
	while (st->frame) {
		step_leave(x, st);
		st->frame = st->frame->up;
	}
	uint32_t key;
	uint64_t id;
	for (uint32_t at = 0; pmap_next(&st->tls, at, &key, &id); at = key + 1)
		memory_end(x, st, ptr_make(x, (uint32_t)id, term_u64(x->ts, x->address_bits, 0)));
	if (x->tree && st->held) /* it stays locked, and only somebody else can release it */
		x->tree->lawless = true;
	st->nlive--;
	st->atomic = 0;
	st->held = NULL;
	st->joined = NULL;
	st->wakeup = NULL;
	st->reg = st->stack = st->tls = (struct pmap){0};
}

uint32_t thread_local_object(struct symex *x, const struct state *st, struct symbol *s) {
	return st->tid ? (uint32_t)pmap_get(&st->tls, s->id) : memory_static(x, s);
}

void thread_joined(struct symex *x, struct state *st, uint32_t tid) {
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, tid);
	if (!c || tid == st->tid ||
	    (x->tree->recording ? !context_ended(x, tid) : !!thread_parked(st, tid)))
		return;
	struct joined *j = arena_new(x->pool.arena, struct joined);
	*j = (struct joined){st->joined, c->data};
	st->joined = j;
}

/* In a recording, who holds a lock depends on the schedule: somebody may who has taken it. */
static void note_taken(struct stepping *t, const struct held *h) {
	struct taken new = {h->object, h->bytes};
	for (size_t i = 0; i < t->taken.n; i++)
		if (term_eq(t->taken.at[i].object, new.object) && t->taken.at[i].bytes == new.bytes)
			return;
	vec_push(&t->taken, new);
}

void thread_acquired(struct symex *x, struct state *st, const char *what, term object,
                     uint32_t bytes) {
	struct held *h = arena_new(x->pool.arena, struct held);
	bool is_exclusive = strncmp(what, "read", 4) != 0;
	*h = (struct held){.up = st->held,
	                   .what = what,
	                   .object = object,
	                   .bytes = bytes,
	                   .is_exclusive = is_exclusive,
	                   .loc = state_user_loc(st)};
	st->held = h;
	if (x->tree && x->tree->recording && is_exclusive)
		note_taken(x->tree, h);
}

static bool is_in(const struct held *list, term object) {
	for (; list; list = list->up)
		if (term_eq(list->object, object))
			return true;
	return false;
}

/* The list without its youngest entry for 'object', which it has. */
static const struct held *without(struct symex *x, const struct held *list, term object) {
	if (term_eq(list->object, object))
		return list->up;
	struct held *copy = arena_copy(x->pool.arena, list, sizeof *list);
	copy->up = without(x, list->up, object);
	return copy;
}

/* The list after a release through a pointer that is none of its terms, but may point to the same
 * locks.  *is_ours: the pointer points to one of them. */
static const struct held *release_aliases(struct symex *x, const struct held *list, term object,
                                          term *is_ours) {
	if (!list)
		return NULL;
	const struct held *rest = release_aliases(x, list->up, object, is_ours);
	term same = ptr_equal(x, list->object, object);
	*is_ours = term_or(x->ts, *is_ours, same);
	if (term_is_true(x->ts, same))
		return rest;
	if (rest == list->up && term_is_false(x->ts, same))
		return list;
	struct held *copy = arena_copy(x->pool.arena, list, sizeof *list);
	copy->up = rest;
	if (!term_is_false(x->ts, same))
		copy->released = list->released.ix ? term_or(x->ts, list->released, same) : same;
	return copy;
}

/* Locks keep threads apart as long as only who holds one releases it. */
static bool may_be_held_by_another(struct symex *x, const struct state *st, term object) {
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		const struct parked *p = tid == st->tid ? NULL : thread_parked(st, tid);
		for (const struct held *h = p ? p->held : NULL; h; h = h->up)
			if (!term_is_false(x->ts, ptr_equal(x, h->object, object)))
				return true;
	}
	return false;
}

void thread_released(struct symex *x, struct state *st, term object) {
	if (is_in(st->held, object)) {
		st->held = without(x, st->held, object);
		return;
	}
	term is_ours = term_false(x->ts);
	st->held = release_aliases(x, st->held, object, &is_ours);
	if (!x->tree || term_is_true(x->ts, is_ours) || st->nthreads == 1)
		return; /* nobody else could hold it */
	/* In a recording, who holds what depends on the schedule. */
	if (x->tree->recording || may_be_held_by_another(x, st, object))
		x->tree->lawless = true;
}

/* --- Locks that are overwritten. --- */

struct written { /* bytes of an object; offset NO_TERM: all of them */
	uint32_t object;
	term offset;
	uint32_t bytes;
};

static uint64_t gcd(uint64_t a, uint64_t b) {
	return b ? gcd(b, a % b) : a;
}

/* May the bytes from 'a' and those from 'b' on overlap?  Offsets are known up to a multiple of
 * something, which tells the fields of records in an array apart. */
static bool may_overlap(struct symex *x, term a, uint64_t a_bytes, term b, uint64_t b_bytes) {
	struct stride p = content_stride(x, a), q = content_stride(x, b);
	uint64_t step = gcd(p.step, q.step);
	if (!step)
		return p.rest < q.rest + b_bytes && q.rest < p.rest + a_bytes;
	uint64_t apart = (p.rest % step + step - q.rest % step) % step;
	return apart < b_bytes || step - apart < a_bytes;
}

static bool may_be_in(struct symex *x, const struct written *w, term lock, uint32_t bytes) {
	struct pointees t;
	bool found = false;
	ptr_targets(x, lock, &t);
	for (size_t i = 0; i < t.list.n && !found; i++)
		found = t.list.at[i].object == w->object &&
		        (!w->offset.ix || may_overlap(x, t.list.at[i].offset, bytes, w->offset, w->bytes));
	vec_free(&t.list);
	return found;
}

static bool may_hold_one_of(struct symex *x, const struct held *h, const struct written *w) {
	for (; h; h = h->up)
		if (h->is_exclusive && may_be_in(x, w, h->object, h->bytes))
			return true;
	return false;
}

static bool may_be_held(struct symex *x, const struct state *st, const struct written *w) {
	for (size_t i = 0; x->tree->recording && i < x->tree->taken.n; i++)
		if (may_be_in(x, w, x->tree->taken.at[i].object, x->tree->taken.at[i].bytes))
			return true;
	if (x->tree->recording)
		return false;
	bool found = may_hold_one_of(x, st->held, w);
	for (uint32_t tid = 0; tid < st->nthreads && !found; tid++) {
		const struct parked *p = tid == st->tid ? NULL : thread_parked(st, tid);
		found = p && may_hold_one_of(x, p->held, w);
	}
	return found;
}

/* What the models write in their atomic sections is what locking and releasing means. */
static bool is_in_section_of_model(const struct state *st) {
	for (const struct frame *f = st->frame; st->atomic && f && f->function->is_model; f = f->up)
		for (size_t i = 0; i < f->function->ins.n; i++)
			if (f->function->ins.at[i].kind == INS_ATOMIC_BEGIN)
				return true;
	return false;
}

void thread_wrote(struct symex *x, const struct state *st, uint32_t object, term offset,
                  uint32_t bytes) {
	struct written w = {object, offset, bytes};
	if (!x->tree || !x->tree->record || x->tree->lawless || !object)
		return;
	if (may_be_held(x, st, &w) && !is_in_section_of_model(st))
		x->tree->lawless = true;
}
