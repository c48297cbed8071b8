#include "symex/step/thread/thread.h"

#include "symex/core/next_ins.h"
#include "symex/memory/memory.h"
#include "util/text/diag.h"

struct state thread_view(const struct state *st, uint32_t tid) {
	struct state view = *st;
	const struct parked *p = st->tid == tid ? NULL : state_parked(st, tid);
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
		view.operation = p->operation;
		view.calling = p->calling;
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
	                     .operation = st->operation,
	                     .calling = st->calling,
	                     .reg = st->reg,
	                     .stack = st->stack,
	                     .tls = st->tls};
	put_parked(x, st, st->tid, p);
	st->holders += p->held != NULL;
}

static void note_begun(struct symex *x, struct state *st, uint32_t tid) {
	if (!pmap_get(&st->begun, tid + 1))
		pmap_set(&x->pool, &st->begun, tid + 1, 1);
}

void thread_switch(struct symex *x, struct state *st, uint32_t tid) {
	if (st->tid == tid)
		return;
	note_begun(x, st, st->tid);
	if (st->frame)
		park(x, st);
	const struct parked *p = state_parked(st, tid);
	if (!p)
		BUG("thread %u does not live", tid);
	st->holders -= p->held != NULL;
	st->tid = tid;
	st->frame = p->frame;
	st->pc = p->pc;
	st->atomic = p->atomic;
	st->held = p->held;
	st->joined = p->joined;
	st->wakeup = p->wakeup;
	st->operation = p->operation;
	st->calling = p->calling;
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

void thread_put(struct symex *x, struct state *st, const struct state *new) {
	struct parked *p = arena_new(x->pool.arena, struct parked);
	*p = (struct parked){.frame = new->frame, .reg = new->reg, .tls = new->tls};
	put_parked(x, st, new->tid, p);
	/* It may have to wait at once; hidden checks come before a wait (step/wait.c). */
	const struct ins *first = next_ins(new);
	if (first->kind == INS_ASSERT || (first->kind == INS_ATOMIC_BEGIN && first->rhs))
		note_begun(x, st, new->tid);
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
	return !state_parked(st, tid);
}

uint32_t thread_local_object(struct symex *x, const struct state *st, struct symbol *s) {
	/* A specification runs in a memory from before the threads. */
	if (x->engine->calls.is_specification)
		symex_cut(x, st,
		          (struct cut){.kind = GAP_UNSUPPORTED,
		                       .text = "a thread-local variable in a specification"});
	bool has_own = st->tid && !x->engine->calls.is_specification;
	return has_own ? (uint32_t)pmap_get(&st->tls, s->id) : memory_static(x, s);
}
