#include "symex/step/thread.h"

#include "symex/core/naming.h"
#include "symex/memory/memory.h"
#include "symex/step/discipline.h"
#include "symex/step/step.h"
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
		view.laps = p->laps;
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
	                     .laps = st->laps,
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
	st->laps = p->laps;
	st->cut = p->cut;
	put_parked(x, st, tid, NULL);
	pmap_snapshot(&x->pool);
}

/* A thread's own instance of a thread-local variable.  All instances are made with the thread: if
 * each were made at its first use, states with different instances would be merged. */
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

void thread_put(struct symex *x, struct state *st, const struct state *new) {
	struct parked *p = arena_new(x->pool.arena, struct parked);
	*p = (struct parked){.frame = new->frame, .reg = new->reg, .tls = new->tls};
	put_parked(x, st, new->tid, p);
}

uint32_t thread_spawn(struct symex *x, struct state *st, struct function *body,
                      struct created created) {
	uint32_t tid = naming_thread(x, st);
	struct state new = {.tid = tid, .nthreads = st->nthreads, .mem = st->mem, .ended = st->ended};
	struct argument data = {type_void_pointer(x->prog->types), created.data};
	step_start(x, &new, body, &data, 1);
	st->mem = new.mem;
	for (size_t i = 0; i < x->prog->symbol.n; i++)
		if (x->prog->symbol.at[i]->storage == STORAGE_THREAD)
			make_local(x, st, &new, x->prog->symbol.at[i]);
	struct created *c = arena_copy(x->pool.arena, &created, sizeof created);
	pmap_set(&x->pool, &st->created, tid, (uint64_t)(uintptr_t)c);
	x->engine->threads.spawned(x, st, &new);
	st->nlive++;
	if (st->nlive > x->stats->threads)
		x->stats->threads = x->stats->standing.threads = st->nlive;
	if (st->nthreads > x->stats->created)
		x->stats->created = st->nthreads;
	return tid;
}

void thread_cut(struct symex *x, const struct state *st) {
	if (!x->engine->threads.bounded || st->atomic)
		return;
	struct state rests = *st;
	rests.cut = true;
	x->engine->threads.bounded(x, &rests);
}

bool thread_has_ended(const struct symex *x, const struct state *st, uint32_t tid) {
	(void)x;
	return !thread_parked(st, tid);
}

/* Its instances are static objects, so that a program of one thread needs no others.  Those that no
 * other thread reaches may stay. */
static void end_locals_of_main(struct symex *x, struct state *st) {
	for (size_t i = 0; i < x->prog->symbol.n; i++) {
		struct symbol *s = x->prog->symbol.at[i];
		if (s->storage == STORAGE_THREAD && s->is_shared)
			memory_end(x, st,
			           ptr_make(x, memory_static(x, s), term_u64(x->ts, x->address_bits, 0)));
	}
}

void thread_end(struct symex *x, struct state *st) {
	/* The thread's objects end with it; pointers to them dangle. */
	if (!st->tid)
		end_locals_of_main(x, st);
	uint32_t key;
	uint64_t id;
	for (uint32_t at = 0; pmap_next(&st->tls, at, &key, &id); at = key + 1)
		memory_end(x, st, ptr_make(x, (uint32_t)id, term_u64(x->ts, x->address_bits, 0)));
	while (st->frame) {
		step_leave(x, st);
		st->frame = st->frame->up;
		if (st->frame) /* accesses are those of the end of this function */
			st->pc = (uint32_t)st->frame->function->ins.n - 1;
	}
	if (x->discipline && st->held) /* only another thread can release the lock now */
		x->discipline->violated = true;
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
	if (!c || tid == st->tid || !x->engine->threads.has_ended(x, st, tid))
		return;
	struct joined *j = arena_new(x->pool.arena, struct joined);
	*j = (struct joined){st->joined, c->data};
	st->joined = j;
}

void thread_acquired(struct symex *x, struct state *st, enum sync_kind kind, term object,
                     uint32_t bytes) {
	struct held *h = arena_new(x->pool.arena, struct held);
	*h = (struct held){
	    .up = st->held, .kind = kind, .object = object, .bytes = bytes, .loc = state_user_loc(st)};
	st->held = h;
	if (x->discipline)
		discipline_acquired(x, h);
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

/* The list after a release through a pointer that is none of its terms, but may be equal to one.
 * *is_ours: condition under which it is. */
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

void thread_released(struct symex *x, struct state *st, term object) {
	if (is_in(st->held, object)) {
		st->held = without(x, st->held, object);
		return;
	}
	term is_ours = term_false(x->ts);
	st->held = release_aliases(x, st->held, object, &is_ours);
	bool alone = st->nthreads == 1; /* no other thread can hold the lock */
	if (x->discipline && !alone && !term_is_true(x->ts, is_ours))
		discipline_released(x, st, object);
}
