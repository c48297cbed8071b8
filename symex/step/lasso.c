#include "symex/step/lasso.h"

#include "goto/passes.h"
#include "symex/step/eval.h"
#include "symex/core/memory.h"
#include "symex/step/step.h"
#include "util/intern.h"

enum { MAX_REMEMBERED = 4096 }; /* by a replay */

struct lasso {              /* an earlier state of the path */
	const struct lasso *up; /* replay only: the one before */
	struct state state;
	size_t nobjects;
};

struct comparing {
	struct symex *x;
	const struct lasso *then;
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
static bool is_dead(const struct comparing *c, uint32_t key) {
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
	struct comparing *c = context;
	bool counts = (then && reg_kind(then) < REG_COUNT) || (now && reg_kind(now) < REG_COUNT);
	if (counts && !c->differ && !is_dead(c, key))
		c->differ = true;
}

static bool is_new(const struct comparing *c, uint32_t id) {
	const struct object *o = &c->x->object.at[id];
	return id >= c->then->nobjects && o->kind != OBJECT_STATIC && o->kind != OBJECT_FUNCTION;
}

static void each_cell(void *context, uint32_t offset, uint64_t then, uint64_t now) {
	(void)offset, (void)then, (void)now;
	*(bool *)context = true;
}

static bool same_content(const struct content *a, const struct content *b) {
	bool differ = a->fill != b->fill || (a->fill == FILL_ANY && a->choice != b->choice) ||
	              a->layer != b->layer || a->elem != b->elem ||
	              a->elem_is_pointer != b->elem_is_pointer || !term_eq(a->array, b->array);
	if (!differ)
		pmap_diff(&a->cells, &b->cells, each_cell, &differ);
	return !differ;
}

static void each_object(void *context, uint32_t id, uint64_t then, uint64_t now) {
	struct comparing *c = context;
	const struct content *initial = c->x->object.at[id].initial;
	const struct content *a = then ? (const struct content *)(uintptr_t)then : initial;
	const struct content *b = now ? (const struct content *)(uintptr_t)now : initial;
	if (c->differ || is_new(c, id) || a == b)
		return;
	c->differ = !a || !b || !same_content(a, b);
}

static void each_ended(void *context, uint32_t id, uint64_t then, uint64_t now) {
	struct comparing *c = context;
	(void)then, (void)now;
	c->differ |= !is_new(c, id);
}

static void each_other(void *context, uint32_t key, uint64_t then, uint64_t now) {
	(void)key, (void)then, (void)now;
	((struct comparing *)context)->differ = true;
}

static bool same_state(struct symex *x, const struct lasso *then, const struct state *now) {
	if (then->state.pc != now->pc || !same_calls(then->state.frame, now->frame))
		return false;
	struct comparing c = {.x = x, .then = then, .now = now};
	pmap_diff(&then->state.reg, &now->reg, each_register, &c);
	if (!c.differ)
		pmap_diff(&then->state.stack, &now->stack, each_other, &c);
	if (!c.differ)
		pmap_diff(&then->state.ended, &now->ended, each_ended, &c);
	if (!c.differ)
		pmap_diff(&then->state.mem, &now->mem, each_object, &c);
	return !c.differ;
}

/* One property for all loops: of nested loops, a replay may find the lasso in another one first. */
static uint32_t property_of(struct symex *x, const struct state *st) {
	return properties_get(x->properties, intern("termination"), st->frame->function,
	                      PROPERTY_TERMINATION, state_loc(st),
	                      "the program goes on for ever: its state here comes back");
}

static void remember(struct symex *x, struct state *st, uint32_t head) {
	bool all = symex_is_concrete(x) && st->rounds < MAX_REMEMBERED;
	if (!all && st->rounds & (st->rounds - 1))
		return;
	struct lasso *l = arena_new(x->pool.arena, struct lasso);
	state_fork(x, st, &l->state);
	l->state.pc = head;
	l->up = symex_is_concrete(x) ? st->lasso : NULL;
	l->nobjects = x->object.n;
	st->lasso = l;
}

void lasso_assert(struct symex *x, struct state *st, term condition) {
	st->defined = term_and(x->ts, state_defined(x, st), condition);
}

/* Records the lasso.  After undefined behaviour it shows neither that the program ends nor that it
 * does not, which is unsupported. */
static bool record_lasso(struct symex *x, struct state *st) {
	term defined = state_defined(x, st);
	step_check(x, st, property_of(x, st), term_not(x->ts, defined));
	if (!symex_is_concrete(x) && !term_is_true(x->ts, defined))
		symex_unsupported(x, st, term_not(x->ts, defined),
		                  "a loop that goes on for ever, after something undefined");
	return false;
}

bool lasso_round(struct symex *x, struct state *st, uint32_t head) {
	struct state there = *st;
	there.pc = head;
	for (const struct lasso *then = st->lasso; then; then = then->up)
		if (same_state(x, then, &there))
			return record_lasso(x, st);
	st->rounds++;
	remember(x, st, head);
	return true;
}
