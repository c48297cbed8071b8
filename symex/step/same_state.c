#include "symex/step/same_state.h"

#include "goto/passes.h"
#include "symex/memory/memory.h"
#include "symex/step/eval.h"
#include "symex/step/thread.h"

struct state_comparison {
	struct symex *x;
	const struct earlier *then;
	const struct state *now;
	bool differ;
};

/* Are both stacks calls of the same functions from the same instructions? */
static bool same_calls(const struct frame *a, const struct frame *b) {
	for (; a != b; a = a->up, b = b->up)
		if (!a || !b || a->function != b->function || a->return_pc != b->return_pc ||
		    a->base != b->base || !term_eq(a->varargs, b->varargs))
			return false;
	return true;
}

/* Liveness of a register: in the youngest frame at its instruction, in an older one during its
 * active call. */
static bool is_dead(const struct state_comparison *c, uint32_t key) {
	struct live *live = c->x->live;
	const struct frame *f = c->now->frame;
	const uint64_t *bits = live_at(live, f->function, c->now->pc);
	for (; f; f = f->up) {
		if (key >= f->base) {
			uint32_t slot = key - f->base;
			return slot < f->function->local.n && !(bits[slot / 64] >> (slot % 64) & 1) &&
			       !local_is_object(f->function->local.at[slot]);
		}
		if (f->up && f->call)
			bits = live_during(live, f->up->function, f->return_pc - 1);
	}
	return false;
}

static void each_register(void *context, uint32_t key, uint64_t then, uint64_t now) {
	struct state_comparison *c = context;
	bool counts = (then && reg_kind(then) < REG_COUNT) || (now && reg_kind(now) < REG_COUNT);
	if (counts && !c->differ && !is_dead(c, key))
		c->differ = true;
}

static bool is_new(const struct state_comparison *c, uint32_t id) {
	const struct object *o = &c->x->object.at[id];
	return id >= c->then->nobjects && o->kind != OBJECT_STATIC && o->kind != OBJECT_FUNCTION;
}

static void each_cell(void *context, uint32_t offset, uint64_t then, uint64_t now) {
	(void)offset, (void)then, (void)now;
	*(bool *)context = true;
}

static bool same_content(const struct content *a, const struct content *b) {
	bool differ = a->fill != b->fill || (a->fill == FILL_ANY && a->choice != b->choice) ||
	              a->lazy != b->lazy || a->elem != b->elem ||
	              a->elem_is_pointer != b->elem_is_pointer || !term_eq(a->array, b->array);
	if (!differ)
		pmap_diff(&a->cells, &b->cells, each_cell, &differ);
	return !differ;
}

static void each_object(void *context, uint32_t id, uint64_t then, uint64_t now) {
	struct state_comparison *c = context;
	const struct content *initial = c->x->object.at[id].initial;
	const struct content *a = then ? (const struct content *)(uintptr_t)then : initial;
	const struct content *b = now ? (const struct content *)(uintptr_t)now : initial;
	if (c->differ || is_new(c, id) || a == b)
		return;
	c->differ = !a || !b || !same_content(a, b);
}

static void each_ended(void *context, uint32_t id, uint64_t then, uint64_t now) {
	struct state_comparison *c = context;
	(void)then, (void)now;
	c->differ |= !is_new(c, id);
}

static void each_other(void *context, uint32_t key, uint64_t then, uint64_t now) {
	(void)key, (void)then, (void)now;
	((struct state_comparison *)context)->differ = true;
}

/* The part of a state that its running thread owns. */
static bool same_thread(struct state_comparison *c) {
	const struct state *then = &c->then->state, *now = c->now;
	if (then->pc != now->pc || !same_calls(then->frame, now->frame))
		return false;
	if (now->frame)
		pmap_diff(&then->reg, &now->reg, each_register, c);
	if (!c->differ)
		pmap_diff(&then->stack, &now->stack, each_other, c);
	return !c->differ;
}

static bool same_memory(struct state_comparison *c) {
	pmap_diff(&c->then->state.ended, &c->now->ended, each_ended, c);
	if (!c->differ)
		pmap_diff(&c->then->state.mem, &c->now->mem, each_object, c);
	return !c->differ;
}

void same_remember(struct symex *x, const struct state *st, struct earlier *to) {
	state_fork(x, st, &to->state);
	to->nobjects = x->object.n;
}

bool same_state(struct symex *x, const struct earlier *then, const struct state *now) {
	struct state_comparison c = {.x = x, .then = then, .now = now};
	return same_thread(&c) && same_memory(&c);
}

bool same_threads(struct symex *x, const struct earlier *then, const struct state *now) {
	if (then->state.tid != now->tid || then->state.nthreads != now->nthreads ||
	    then->state.nlive != now->nlive || !same_state(x, then, now))
		return false;
	for (uint32_t tid = 0; tid < now->nthreads; tid++) {
		if (tid == now->tid)
			continue;
		struct earlier before = {thread_view(&then->state, tid), then->nobjects};
		struct state view = thread_view(now, tid);
		struct state_comparison c = {.x = x, .then = &before, .now = &view};
		if (!same_thread(&c))
			return false;
	}
	return true;
}
