#include "symex/step/check/same_state.h"

#include "goto/analysis/live.h"
#include "symex/memory/content.h"
#include "symex/memory/memory.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/eval.h"

struct renamed { /* an object that was made since then and takes the place of another one */
	uint32_t then, now;
};

struct renamings {
	VEC(struct renamed) object;
	VEC(uint32_t) open; /* objects that differ: others have to take their place */
};

struct state_comparison {
	struct symex *x;
	const struct earlier *then;
	const struct state *now;
	struct renamings *names; /* NULL: objects keep their names */
	bool differ;
};

/* May the second object take the place of the first? */
static bool rename_object(struct state_comparison *c, uint32_t then, uint32_t now) {
	if (then == now)
		return true;
	for (size_t i = 0; i < c->names->object.n; i++) {
		const struct renamed *r = &c->names->object.at[i];
		if (r->then == then || r->now == now)
			return r->then == then && r->now == now;
	}
	if (now < c->then->nobjects || then >= c->then->nobjects)
		return false;
	vec_push(&c->names->object, ((struct renamed){then, now}));
	return true;
}

/* Are both pointers, which are the same but for the names of their objects? */
static bool same_pointer(struct state_comparison *c, term then, term now) {
	struct symex *x = c->x;
	uint32_t a, b;
	term p, q;
	if (!c->names || term_width(x->ts, then) != x->pointer_bits ||
	    term_width(x->ts, now) != x->pointer_bits || !ptr_known(x, then, &a, &p) ||
	    !ptr_known(x, now, &b, &q))
		return false;
	return term_eq(p, q) && rename_object(c, a, b);
}

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
	if (!counts || c->differ || is_dead(c, key))
		return;
	bool both = reg_has_value(then) && reg_has_value(now);
	c->differ = !both || !same_pointer(c, reg_term(c->x, then), reg_term(c->x, now));
}

static bool is_new(const struct state_comparison *c, uint32_t id) {
	const struct object *o = &c->x->object.at[id];
	return id >= c->then->nobjects && o->kind != OBJECT_STATIC && o->kind != OBJECT_FUNCTION;
}

struct cell_comparison {
	struct state_comparison *states;
	bool differ;
};

static void each_cell(void *context, uint32_t offset, uint64_t then, uint64_t now) {
	struct cell_comparison *c = context;
	struct symex *x = c->states->x;
	(void)offset;
	bool both = then && now && cell_is_pointer(then) && cell_is_pointer(now);
	c->differ |= !both || !same_pointer(c->states, cell_term(x, then), cell_term(x, now));
}

static bool same_content(struct state_comparison *c, const struct content *a,
                         const struct content *b, bool is_renamed) {
	struct cell_comparison cells = {c, false};
	bool differ = a->fill != b->fill ||
	              (a->fill == FILL_ANY && a->choice != b->choice && !is_renamed) ||
	              a->lazy != b->lazy || a->elem != b->elem ||
	              a->elem_is_pointer != b->elem_is_pointer || !term_eq(a->array, b->array);
	if (!differ)
		pmap_diff(&a->cells, &b->cells, each_cell, &cells);
	return !differ && !cells.differ;
}

static void note_difference(struct state_comparison *c, uint32_t id) {
	if (c->names)
		vec_push(&c->names->open, id);
	else
		c->differ = true;
}

static void each_object(void *context, uint32_t id, uint64_t then, uint64_t now) {
	struct state_comparison *c = context;
	const struct content *initial = c->x->object.at[id].initial;
	const struct content *a = then ? (const struct content *)(uintptr_t)then : initial;
	const struct content *b = now ? (const struct content *)(uintptr_t)now : initial;
	if (c->differ || is_new(c, id) || a == b)
		return;
	if (!a || !b || !same_content(c, a, b, false))
		note_difference(c, id);
}

static void each_ended(void *context, uint32_t id, uint64_t then, uint64_t now) {
	struct state_comparison *c = context;
	(void)then, (void)now;
	if (!is_new(c, id))
		note_difference(c, id);
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

static const struct content *content_in(const struct symex *x, const struct state *st,
                                        uint32_t id) {
	const void *c = (const void *)(uintptr_t)pmap_get(&st->mem, id);
	return c ? c : x->object.at[id].initial;
}

/* Have the objects that take the place of others the same content, and are those the only ones that
 * differ?  The list may grow on the way. */
static bool same_renamed(struct state_comparison *c) {
	struct renamings *names = c->names;
	for (size_t i = 0; i < names->object.n && !c->differ; i++) {
		struct renamed r = names->object.at[i];
		const struct content *a = content_in(c->x, &c->then->state, r.then);
		const struct content *b = content_in(c->x, c->now, r.now);
		c->differ = (a || b) && (!a || !b || !same_content(c, a, b, true));
	}
	for (size_t i = 0; i < names->open.n && !c->differ; i++) {
		c->differ = true;
		for (size_t k = 0; k < names->object.n && c->differ; k++)
			c->differ = names->object.at[k].then != names->open.at[i];
	}
	return !c->differ;
}

bool same_but_names(struct symex *x, const struct earlier *then, const struct state *now) {
	struct renamings names = {.object = {0}};
	bool same = then->state.nthreads == now->nthreads && then->state.nlive == now->nlive;
	for (uint32_t tid = 0; tid < now->nthreads && same; tid++) {
		struct earlier before = {thread_view(&then->state, tid), then->nobjects};
		struct state view = thread_view(now, tid);
		struct state_comparison c = {.x = x, .then = &before, .now = &view, .names = &names};
		same = same_thread(&c);
	}
	struct state_comparison c = {.x = x, .then = then, .now = now, .names = &names};
	same = same && same_memory(&c) && same_renamed(&c);
	vec_free(&names.object);
	vec_free(&names.open);
	return same;
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
