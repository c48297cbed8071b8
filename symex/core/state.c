#include "symex/core/state.h"

#include "symex/core/next_ins.h"
#include "symex/core/pointer.h"

enum { MAX_SEARCHED = 48 }; /* branch conditions that state_implies compares, youngest first */

term state_guard(const struct symex *x, const struct state *st) {
	return st->guard ? st->guard->all : term_true(x->ts);
}

static uint32_t depth_of(const struct guard *g) {
	return g ? g->depth : 0;
}

/* Jumps whose lengths grow as those of a skew-binary number make any depth reachable in
 * logarithmically many steps (Myers, An applicative random-access stack, 1983). */
static const struct guard *jump_of(const struct guard *up) {
	const struct guard *one = up ? up->jump : NULL, *two = one ? one->jump : NULL;
	bool same = one && depth_of(up) - depth_of(one) == depth_of(one) - depth_of(two);
	return same ? two : up;
}

/* The condition of the path at this depth, which is at most its own; NULL: depth 0. */
static const struct guard *guard_at(const struct guard *path, uint32_t depth) {
	while (path && path->depth > depth)
		path = depth_of(path->jump) >= depth ? path->jump : path->up;
	return path;
}

bool guard_implies(const struct guard *path, const struct guard *old) {
	return !old || guard_at(path, old->depth) == old;
}

void state_assume(struct symex *x, struct state *st, term condition) {
	if (term_is_true(x->ts, condition))
		return;
	struct guard *g = arena_new(x->pool.arena, struct guard);
	g->up = st->guard;
	g->condition = condition;
	g->all = st->guard ? term_and(x->ts, st->guard->all, condition) : condition;
	g->depth = depth_of(st->guard) + 1;
	g->jump = jump_of(st->guard);
	st->guard = g;
}

void state_require(struct symex *x, struct state *st, term condition) {
	if (x->engine->assume)
		x->engine->assume(x, st, condition);
	else
		symex_assume(x, state_guard(x, st), condition);
}

bool state_implies(const struct symex *x, const struct state *st, term condition, bool *value) {
	if (term_is_const(x->ts, condition)) {
		*value = term_is_true(x->ts, condition);
		return true;
	}
	term opposite = term_not(x->ts, condition);
	const struct guard *g = st->guard;
	for (int i = 0; g && i < MAX_SEARCHED; g = g->up, i++) {
		*value = term_eq(g->condition, condition);
		if (*value || term_eq(g->condition, opposite))
			return true;
	}
	return false;
}

void state_fork(struct symex *x, const struct state *from, struct state *to) {
	*to = *from;
	pmap_snapshot(&x->pool);
}

term reg_term(struct symex *x, uint64_t value) {
	if (reg_kind(value) == REG_TERM)
		return (term){reg_payload(value)};
	uint32_t width = reg_width(value);
	if (reg_kind(value) == REG_CONST)
		return term_u64(x->ts, width, reg_payload(value));
	struct variable any = {.kind = VARIABLE_UNINIT, .number = reg_payload(value)};
	if (width == x->pointer_bits)
		return ptr_integer(x, symex_choose(x, sort_bv(x->address_bits), any));
	return symex_choose(x, sort_bv(width), any);
}

uint64_t reg_of(const struct symex *x, term t) {
	uint64_t bits;
	if (term_is_small(x->ts, t, &bits) && term_width(x->ts, t) <= 32)
		return reg_constant(term_width(x->ts, t), (uint32_t)bits);
	return reg_make(REG_TERM, t.ix);
}

term state_defined(const struct symex *x, const struct state *st) {
	return st->termination.defined.ix ? st->termination.defined : term_true(x->ts);
}

struct loc state_loc(const struct state *st) {
	return next_ins(st)->loc;
}

struct loc state_user_loc(const struct state *st) {
	struct loc loc = state_loc(st);
	const struct frame *f = st->frame;
	for (; f && f->function->is_model && f->call; f = f->up)
		loc = f->call->loc;
	/* Outside of the user's function, a thread has the source position of its creation. */
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, st->tid);
	return f && f->function->is_model && c ? c->loc : loc;
}

void symex_cut(struct symex *x, const struct state *st, struct cut c) {
	if (!c.guard.ix)
		c.guard = st ? state_guard(x, st) : term_true(x->ts);
	if (st && !c.loc.file)
		c.loc = state_user_loc(st);
	c.path = st ? st->guard : NULL;
	c.nassumed = (uint32_t)x->assumption.n;
	vec_push(&x->cut, c);
}

void symex_unsupported(struct symex *x, struct state *st, term guard, const char *text) {
	term reached = st ? term_and(x->ts, state_guard(x, st), guard) : guard;
	symex_cut(x, st, (struct cut){.kind = GAP_UNSUPPORTED, .text = text, .guard = reached});
	if (st)
		state_require(x, st, term_not(x->ts, guard));
}
