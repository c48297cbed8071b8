#include "symex/memory/merge.h"

#include "symex/core/values.h"
#include "symex/memory/content.h"
#include "symex/symex_stats.h"
#include "util/text/diag.h"

struct joining {
	struct symex *x;
	struct state *into;
	term condition; /* true: the value of 'into' */
};

static uint64_t join_reg(struct joining *j, uint64_t a, uint64_t b) {
	if (!a || !b)
		return a ? a : b;
	if (reg_kind(a) >= REG_COUNT || reg_kind(b) >= REG_COUNT)
		return (a > b) == !(a & REG_LEAST) ? a : b;
	term both = values_ite(j->x, j->condition, reg_term(j->x, a), reg_term(j->x, b));
	return reg_of(j->x, both);
}

static void each_reg(void *context, uint32_t key, uint64_t a, uint64_t b) {
	struct joining *j = context;
	pmap_set(&j->x->pool, &j->into->reg, key, join_reg(j, a, b));
}

static void each_object(void *context, uint32_t id, uint64_t a, uint64_t b) {
	struct joining *j = context;
	const struct content *initial = j->x->object.at[id].initial;
	const struct content *ca = a ? (const struct content *)(uintptr_t)a : initial;
	const struct content *cb = b ? (const struct content *)(uintptr_t)b : initial;
	const struct content *both = ca ? ca : cb; /* one state only has the object */
	if (ca && cb)
		both = content_merge(j->x, id, j->condition, ca, cb);
	memory_put(j->x, j->into, id, (struct content *)both);
}

static void each_ended(void *context, uint32_t id, uint64_t a, uint64_t b) {
	struct joining *j = context;
	struct terms *ts = j->x->ts;
	term ta = a ? (term){(uint32_t)a} : term_false(ts);
	term tb = b ? (term){(uint32_t)b} : term_false(ts);
	pmap_set(&j->x->pool, &j->into->ended, id, term_ite(ts, j->condition, ta, tb).ix);
}

static void each_stack(void *context, uint32_t id, uint64_t a, uint64_t b) {
	struct joining *j = context;
	pmap_set(&j->x->pool, &j->into->stack, id, a > b ? a : b);
}

static void each_created(void *context, uint32_t tid, uint64_t a, uint64_t b) {
	struct joining *j = context;
	const struct created *mine = (const struct created *)(uintptr_t)a;
	const struct created *theirs = (const struct created *)(uintptr_t)b;
	struct created *both =
	    arena_copy(j->x->pool.arena, mine ? mine : theirs, sizeof(struct created));
	if (mine && theirs)
		both->data = term_ite(j->x->ts, j->condition, mine->data, theirs->data);
	both->shape = 0;
	both->is_conditional = !mine || !theirs || mine->is_conditional || theirs->is_conditional;
	pmap_set(&j->x->pool, &j->into->created, tid, (uint64_t)(uintptr_t)both);
}

void state_join_shared(struct symex *x, struct state *into, const struct state *other, term mine) {
	struct joining j = {.x = x, .into = into, .condition = mine};
	struct state old = *into;
	pmap_snapshot(&x->pool);
	pmap_diff(&old.mem, &other->mem, each_object, &j);
	pmap_diff(&old.ended, &other->ended, each_ended, &j);
	pmap_diff(&old.created, &other->created, each_created, &j);
	if (other->steps < into->steps) /* the path with more steps left keeps them */
		into->steps = other->steps;
	if (other->nthreads > into->nthreads)
		into->nthreads = other->nthreads;
	if (other->nlive > into->nlive)
		into->nlive = other->nlive;
}

/* The locks that both hold.  Only a schedule encoding merges states that hold different ones. */
static const struct held *common_held(struct symex *x, const struct held *a, const struct held *b) {
	if (a == b || !a)
		return a;
	const struct held *rest = common_held(x, a->up, b), *h = b;
	while (h && !(term_eq(h->object, a->object) && term_eq(h->released, a->released)))
		h = h->up;
	if (!h || rest == a->up)
		return h ? a : rest;
	struct held *copy = arena_copy(x->pool.arena, a, sizeof *a);
	copy->up = rest;
	return copy;
}

static const struct joined *common_joined(struct symex *x, const struct joined *a,
                                          const struct joined *b) {
	if (a == b || !a)
		return a;
	const struct joined *rest = common_joined(x, a->up, b), *j = b;
	while (j && !term_eq(j->data, a->data))
		j = j->up;
	if (!j || rest == a->up)
		return j ? a : rest;
	struct joined *copy = arena_copy(x->pool.arena, a, sizeof *a);
	copy->up = rest;
	return copy;
}

void state_join_own(struct symex *x, struct state *into, const struct state *other, term mine) {
	struct joining j = {.x = x, .into = into, .condition = mine};
	struct state old = *into;
	pmap_snapshot(&x->pool);
	pmap_diff(&old.reg, &other->reg, each_reg, &j);
	pmap_diff(&old.stack, &other->stack, each_stack, &j);
	if (other->activity > into->activity)
		into->activity = other->activity;
	if (other->laps > into->laps)
		into->laps = other->laps;
	into->wrote |= other->wrote;
	if (into->wakeup != other->wakeup)
		into->wakeup = NULL;
	if (x->engine->paths.join)
		x->engine->paths.join(x, into, other);
	if (!term_eq(into->section_lock, other->section_lock))
		into->section_lock = NO_TERM;
	into->held = common_held(x, into->held, other->held);
	into->joined = common_joined(x, into->joined, other->joined);
}

static const struct guard *common_guard(const struct guard *a, const struct guard *b) {
	while (a != b) {
		if (!a || !b)
			return NULL;
		if (a->depth >= b->depth)
			a = a->up;
		else
			b = b->up;
	}
	return a;
}

static term guard_since(const struct symex *x, const struct guard *g, const struct guard *since) {
	term all = term_true(x->ts);
	for (; g != since; g = g->up)
		all = term_and(x->ts, g->condition, all);
	return all;
}

void state_merge(struct symex *x, struct state *into, const struct state *other) {
	if (into->frame != other->frame || into->pc != other->pc)
		BUG("merging states at different places");
	x->stats->merges++;
	const struct guard *root = common_guard(into->guard, other->guard);
	term mine = guard_since(x, into->guard, root), theirs = guard_since(x, other->guard, root);
	bool simpler =
	    into->guard && other->guard && other->guard->up == root && into->guard->up != root;
	term condition = simpler ? term_not(x->ts, theirs) : mine;
	state_join_own(x, into, other, condition);
	state_join_shared(x, into, other, condition);
	into->guard = root;
	if (into->termination.lasso != other->termination.lasso)
		into->termination.lasso = NULL;
	if (other->termination.iterations > into->termination.iterations)
		into->termination.iterations = other->termination.iterations;
	if (into->termination.defined.ix != other->termination.defined.ix)
		into->termination.defined =
		    term_ite(x->ts, condition, state_defined(x, into), state_defined(x, other));
	state_assume(x, into, term_or(x->ts, mine, theirs));
}
