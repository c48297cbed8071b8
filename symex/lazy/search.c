/* Which bounds are explored one after the other, and what that amounts to. */
#include "symex/lazy/tree.h"

#include "symex/step/step.h"
#include "symex/lazy/node.h"
#include "symex/lazy/explored.h"
#include "symex/query/vc.h"
#include "symex/query/verdict.h"
#include "symex/core/wild.h"
#include "util/diag.h"

enum { FIRST_PATIENCE = 64, FIRST_TURN = 20000 }; /* nodes */

void tree_open(struct tree *t, struct symex *x) {
	const struct schedules *c = &x->config->schedules;
	*t = (struct tree){.x = x, .config = c, .random = c->seed | 1};
	t->picture.at = NO_NODE;
	t->bound = (struct budget){c->context_bound, c->preemption_bound, c->decision_bound};
	t->stepping.spawn = prog_find(x->prog, "__mc_spawn");
	t->stepping.exit = prog_find(x->prog, "__mc_exit");
	t->stepping.abort = prog_find(x->prog, "__mc_abort");
	x->tree = &t->stepping;
}

/* What is known of states holds as long as objects keep their numbers. */
static void open_knowledge(struct tree *t) {
	if (t->config->por)
		t->summaries = summaries_open();
	if (!t->config->state_cache || t->x->config->bounds.depth != NO_BOUND)
		return;
	t->canon = canon_open();
	t->cache = cache_open();
	t->live = live_open();
	t->relevance = relevance_open();
	const struct bounds *b = &t->x->config->bounds;
	cache_count_rounds(t->cache, b->unwind != NO_BOUND || b->nrules);
}

static void close_knowledge(struct tree *t) {
	if (t->summaries)
		summaries_close(t->summaries);
	if (t->canon) {
		canon_close(t->canon);
		cache_close(t->cache);
		live_close(t->live);
		relevance_close(t->relevance);
	}
}

void tree_close(struct tree *t) {
	struct stepping *s = &t->stepping;
	vec_free(&s->stopped);
	vec_free(&s->serial);
	vec_free(&s->schedule);
	vec_free(&s->touched);
	vec_free(&s->slot);
	vec_free(&s->taken);
	map_free(&s->number);
	map_free(&s->object);
	vec_free(&t->decided);
	picture_close(t);
	t->x->tree = NULL;
}

/* true: everything within the bound was explored, and t->cut tells whether that is all there is. */
static bool explore_bound(struct tree *t, const struct state *root, struct budget bound) {
	uint32_t context = bound.context;
	t->bound = bound;
	t->reduces = t->config->por && t->config->order != ORDER_RANDOM &&
	             bound.preemption == NO_BOUND && bound.decision == NO_BOUND &&
	             t->x->config->bounds.depth == NO_BOUND;
	t->stepping.record = t->reduces;
	t->late = false;
	tree_explore(t, root);
	diag_say(2, "unwind %u, context bound %d: %llu nodes, %llu interleavings%s", t->x->unwind,
	         context == NO_BOUND ? -1 : (int)context, (unsigned long long)t->x->stats->nodes,
	         (unsigned long long)t->x->stats->interleavings,
	         t->late  ? ", later more"
	         : t->cut ? ", cut"
	                  : "");
	return !t->late && !node_over(t);
}

/* The search cannot go on: schedules do not end, and no state recurs in them. */
static void give_up(struct tree *t) {
	result_gap(t->x->result, GAP_MEMORY, NO_LOC, "schedules of more than %u steps", MAX_DEPTH);
	t->done = true;
}

static const struct budget NO_BOUNDS = {NO_BOUND, NO_BOUND, NO_BOUND};

/* Forgets the gaps since 'before' if one of them is a hole: it may lie beyond the bound. */
static bool drop_holes(struct result *r, size_t before) {
	bool any = false;
	for (size_t i = before; i < r->gap.n; i++)
		any |= r->gap.at[i].is_hole;
	if (any)
		result_drop_gaps(r, before);
	return any;
}

/* Everything, for some nodes; true: that was enough.  Where a bound is given, this can only show
 * that there is nothing to find: what it finds may need more. */
static bool try_unbounded(struct tree *t, const struct state *root, uint64_t nodes,
                          bool only_safe) {
	t->last_node = t->x->stats->nodes + nodes;
	t->only_safe = only_safe;
	size_t before = t->x->result->gap.n;
	bool finished = explore_bound(t, root, NO_BOUNDS);
	t->only_safe = false;
	if (only_safe && !symex_stop && drop_holes(t->x->result, before)) {
		t->found_unsafe = true;
		return false;
	}
	return finished || node_over(t);
}

/* Most bugs need few switches, but what has no bug is explored most cheaply without a bound.  So
 * both take turns, and each goes on where it was, because what is finished stays known. */
static void deepen(struct tree *t, const struct state *root) {
	const uint32_t last = t->config->context_bound;
	struct budget bound = {0, NO_BOUND, NO_BOUND};
	bool takes_turns = !t->config->incremental;
	for (uint64_t turn = FIRST_TURN;; turn *= 2) {
		t->too_deep = false;
		t->last_node = takes_turns ? t->x->stats->nodes + turn : 0;
		while (explore_bound(t, root, bound)) {
			if (!t->cut || bound.context == last)
				return;
			bound.context++;
		}
		bool was_deep = t->too_deep;
		t->too_deep = false;
		if (node_over(t) || try_unbounded(t, root, 2 * turn, last != NO_BOUND))
			return;
		if (was_deep && (t->too_deep || !takes_turns)) {
			give_up(t);
			return;
		}
		takes_turns = !t->found_unsafe;
	}
}

static void explore_bounds(struct tree *t, const struct state *root) {
	const struct schedules *c = t->config;
	struct budget bound = {c->context_bound, c->preemption_bound, c->decision_bound};
	bool others = bound.preemption != NO_BOUND || bound.decision != NO_BOUND;
	t->found_unsafe = false;
	if (c->order == ORDER_SWITCHES && !c->all_runs && !others) {
		deepen(t, root);
		return;
	}
	if (c->order == ORDER_SWITCHES && !c->all_runs && c->por &&
	    try_unbounded(t, root, FIRST_TURN, true))
		return;
	t->last_node = 0;
	explore_bound(t, root, bound);
	if (t->late)
		give_up(t);
}

static void add_bound_gaps(struct tree *t) {
	const struct schedules *c = t->config;
	if (!t->cut)
		return;
	if (c->context_bound != NO_BOUND)
		verdict_context_bound(t->x);
	if (c->preemption_bound != NO_BOUND)
		result_gap(t->x->result, GAP_CONTEXT, NO_LOC, "preemption bound %u", c->preemption_bound);
	if (c->decision_bound != NO_BOUND)
		result_gap(t->x->result, GAP_CONTEXT, NO_LOC, "decision bound %u", c->decision_bound);
}

/* What is known of states stays known when loops are unwound deeper, except where one was cut. */
static void begin_round(struct tree *t, uint32_t unwind, uint64_t patience) {
	struct symex *x = t->x;
	x->unwind = unwind;
	x->stats->unwind = unwind;
	x->patience = patience < UINT32_MAX ? (uint32_t)patience : UINT32_MAX;
	t->stepping.too_short = false;
	if (t->cache)
		cache_begin_round(t->cache);
}

static void forget_states(struct tree *t) {
	if (t->summaries) {
		summaries_close(t->summaries);
		t->summaries = summaries_open();
	}
	if (t->cache)
		cache_forget(t->cache);
}

/* What was left out because a lock kept threads apart must be explored after all.  Until the first
 * release by somebody else, or write over a held lock, all locks do what they promise, so none of
 * these is missed. */
static void become_lawless(struct tree *t) {
	t->lawless = true;
	forget_states(t);
}

void tree_search(struct symex *x) {
	struct tree t;
	uint64_t patience = symex_first_patience(x, FIRST_PATIENCE);
	uint32_t unwind = symex_first_unwind(x);
	tree_open(&t, x);
	symex_forget(x);
	open_knowledge(&t);
	struct state root = tree_start(&t);
	for (;;) {
		begin_round(&t, unwind, patience);
		patience *= patience < UINT32_MAX ? 8 : 1;
		explore_bounds(&t, &root);
		if (t.stepping.lawless && !t.lawless && !t.done && !symex_stop) {
			become_lawless(&t);
			explore_bounds(&t, &root);
		}
		while (!node_over(&t) && !symex_stop && wild_restart(x)) {
			forget_states(&t);
			explore_bounds(&t, &root);
		}
		if (node_over(&t) || !t.stepping.too_short || !symex_deepen(x, &unwind))
			break;
	}
	if (!node_over(&t))
		add_bound_gaps(&t);
	if (symex_stop && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
	vc_forget(x);
	close_knowledge(&t);
	tree_close(&t);
}
