/* The order in which bounds are explored, and the verdict. */
#include "goto/analysis/live.h"
#include "symex/lazy/tree.h"

#include "process/work.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/explore/checkpoint.h"
#include "symex/explore/deepen.h"
#include "symex/explore/explore.h"
#include "symex/lazy/actor.h"
#include "symex/lazy/experience.h"
#include "symex/lazy/explored.h"
#include "symex/lazy/lassos.h"
#include "symex/lazy/node.h"
#include "symex/lazy/summary.h"
#include "symex/memory/invalid.h"
#include "symex/query/verdict.h"
#include "symex/symex_stats.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

/* Iterations of a loop in the first iteration of deepening; how many such loops a thread may
 * execute without a switch point; nodes of the first turn. */
enum { FIRST_ITERATIONS = 64, STEP_LOOPS = 64, FIRST_TURN = 20000 };
/* Work of the search without a bound of switches, for each unit of the one with bounds.  Nearly all
 * violations are found in the first turn of the latter; a proof needs the former to end. */
enum { UNBOUNDED = 4 };
/* A bound that the user gave ends the search.  What lies beyond it is looked at since the
 * reductions are stronger there, so that a proof may be nearer; for each unit of that, so many are
 * within. */
enum { WITHIN = 4 };
/* How much more work a search of all schedules has that has not come to the end of one. */
enum { STRAIGHT = 8 };
/* Of loops over constants, where all are to end: as many as the user is told of
 * (step/check/endless.h).
 */
enum { ALL_ITERATIONS = 1000000 };
/* Iterations of a loop that creates threads after which exploration is unlikely to exhaust it. */
enum { MANY_ITERATIONS = 4 };
/* Threads that a loop over a constant may create, after the first iteration of deepening, where few
 * do (tree.c): those that do not run cost little. */
enum { ALL_CREATIONS = 1 << 15 };
/* Nodes after which the search may begin again with what it has learnt (protect.h). */
enum { FIRST_RESTART = THRESHOLD(256, 8) };

static void set_bound(struct tree *t, struct budget bound) {
	struct reduction_scope scope = {.config = t->x->config,
	                                .prog = t->x->prog,
	                                .context_bound = bound.context,
	                                .preemption_bound = bound.preemption,
	                                .decision_bound = bound.decision,
	                                .more = t->x->result->explored ? LIMIT_DRAWN : 0};
	t->bound = bound;
	t->reductions = reductions_applying(&scope);
}

static void tree_open(struct tree *t, struct symex *x) {
	const struct schedules *c = &x->config->schedules;
	*t = (struct tree){.x = x, .config = c, .model = model_or_sc(c->model), .random = c->seed | 1};
	t->explored.at = NO_NODE;
	/* Some turns are without the bounds that were given: what they open is for these, too. */
	set_bound(t, (struct budget){NO_BOUND, NO_BOUND, NO_BOUND});
	t->trusts_locks = tree_reduces_by(t, REDUCTION_LOCK_DISCIPLINE);
	t->keys.any_address = !tree_reduces_by(t, REDUCTION_PLAIN_ADDRESSES);
	x->engine = actors_buffer(t) ? &lazy_buffer_engine : &lazy_engine;
	x->self = t;
	x->naming = &t->naming;
	x->log = &t->log;
	x->discipline = &t->discipline;
}

/* Who counts runs, or switches the state cache off, gets the summaries only on request. */
static bool can_be_guided(const struct tree *t) {
	bool has_cache = !(t->x->config->without & REDUCTION_BIT(STATE_CACHE));
	bool wanted = t->config->guided_always || (has_cache && !t->config->all_runs);
	return wanted && tree_reduces_by(t, REDUCTION_ASSERTION_GUIDED);
}

static bool hides_locals(const struct tree *t) {
	return tree_reduces_by(t, REDUCTION_DEAD_LOCALS) && tree_reduces_by(t, REDUCTION_STATE_CACHE);
}

/* Caches about states are valid as long as objects keep their numbers. */
static void open_caches(struct tree *t) {
	if (!(t->x->config->without & REDUCTION_BIT(POR)) && !t->lassos)
		t->footprints = footprints_open();
	bool is_given = t->config->order == ORDER_RANDOM || t->config->order == ORDER_GUIDE;
	if (t->footprints && !is_given)
		t->experience = experience_open();
	t->guided.on = can_be_guided(t);
	if (t->guided.on) {
		state_variables_open(&t->guided.variables);
		conditions_open(&t->guided.conditions, t->x->ts, &t->guided.variables);
		t->guided.summaries = summaries_open();
	}
	if (!tree_reduces_by(t, REDUCTION_STATE_CACHE) && !t->guided.on)
		return;
	t->keys.canon = canon_open();
	t->keys.shapes = shapes_open(t->x, t->keys.canon);
	t->keys.renaming = renaming_open(t->x, t->keys.canon, t->keys.shapes);
	t->cache = cache_open(t->keys.canon);
	if (tree_reduces_by(t, REDUCTION_SYMMETRY))
		t->keys.symmetry = symmetry_open(t->x, t->keys.shapes);
	renaming_use(t->keys.renaming, t->keys.symmetry);
	if (hides_locals(t))
		t->hidden = hidden_open(t->keys.canon);
	if (tree_reduces_by(t, REDUCTION_DEAD_REGISTERS))
		t->live = live_open();
	t->keys.relevance = relevance_open();
	t->path_values = path_values_open();
}

static void close_caches(struct tree *t) {
	if (t->footprints)
		footprints_close(t->footprints);
	experience_close(t->experience);
	if (t->keys.canon) {
		symmetry_close(t->keys.symmetry);
		renaming_close(t->keys.renaming);
		shapes_close(t->keys.shapes);
		canon_close(t->keys.canon);
		cache_close(t->cache);
		hidden_close(t->hidden);
		if (t->live)
			live_close(t->live);
		relevance_close(t->keys.relevance);
		path_values_close(t->path_values);
	}
	if (t->guided.summaries) {
		conditions_close(&t->guided.conditions);
		state_variables_close(&t->guided.variables);
		summaries_close(t->guided.summaries);
		vec_free(&t->guided.after);
	}
}

static void tree_close(struct tree *t) {
	naming_free(&t->naming);
	vec_free(&t->path.schedule);
	vec_free(&t->path.buffer);
	vec_free(&t->log.at);
	vec_free(&t->discipline.taken);
	vec_free(&t->path.decided);
	vec_free(&t->path.index);
	explored_close(t);
	t->x->loops.creations = 0;
	t->x->engine = NULL;
	t->x->self = NULL;
	t->x->naming = NULL;
	t->x->log = NULL;
	t->x->discipline = NULL;
}

static void forget_states(struct tree *t) {
	if (t->footprints) {
		footprints_close(t->footprints);
		t->footprints = footprints_open();
	}
	if (t->cache) {
		cache_forget(t->cache);
		renaming_forget(t->keys.renaming);
	}
	if (t->guided.summaries)
		summaries_forget(t->guided.summaries);
	if (t->lassos)
		lassos_forget(t->lassos);
}

/* --- What locks protect. --- */

static void open_protect(struct tree *t) {
	if (!tree_reduces_by(t, REDUCTION_LOCK_PROTECTION))
		return;
	t->protect = protect_open();
	if (t->keys.shapes && tree_reduces_by(t, REDUCTION_PRIVATE_OBJECTS))
		t->private = private_open();
	if (t->private)
		renaming_set_private(t->keys.renaming, t->private);
	t->work.next_restart = FIRST_RESTART;
}

static void close_protect(struct tree *t) {
	protect_close(t->protect);
	private_close(t->private);
	t->protect = NULL;
	t->private = NULL;
	t->x->switches.without = NULL;
}

/* Which switch points vanish in this search. */
static void begin_search(struct tree *t) {
	bool applies = t->protect && t->reduces && t->trusts_locks &&
	               tree_reduces_by(t, REDUCTION_LOCK_PROTECTION);
	bool sections = tree_reduces_by(t, REDUCTION_RELEASES);
	t->x->switches.without = applies ? protect_instructions(t->protect, sections) : NULL;
	t->work.wants_restart = false;
	t->work.begun = t->x->stats->nodes;
	t->work.deepest = 0;
}

/* A cell was read that was hidden; the visits that rely on one that was abandoned do not count. */
static void forget_incomplete(struct tree *t) {
	if (t->footprints)
		cache_forget_summary(t->cache, FOOTPRINT_ANYTHING);
	else
		forget_states(t);
}

/* true: the search was ended because there are fewer switch points now, or because there must be
 * more of them; it begins again.  In the second case, visits that relied on a lock are forgotten.
 */
static bool must_restart(struct tree *t) {
	if (t->end.done || symex_stop || (t->discipline.violated && t->trusts_locks) ||
	    (t->keys.symmetry && symmetry_lost(t->keys.symmetry)) || node_met_address(t))
		return false;
	if (t->x->content.read_hidden) {
		forget_incomplete(t);
		return true;
	}
	if (!t->protect)
		return false;
	bool is_broken = protect_is_broken(t->protect);
	if (!is_broken && !t->work.wants_restart)
		return false;
	protect_learn(t->protect);
	if (is_broken)
		forget_states(t);
	return true;
}

/* true: everything within the bound was explored; t->end.cut: the bound excluded something. */
static bool explore_bound(struct tree *t, const struct state *root, struct budget bound) {
	uint32_t context = bound.context;
	set_bound(t, bound);
	t->reduces = tree_reduces_by(t, REDUCTION_POR);
	t->log.record = t->reduces;
	t->log.halves = tree_reduces_by(t, REDUCTION_NET_EFFECT);
	progress_schedules(t->x, bound.context, bound.preemption, bound.decision);
	if (t->end.only_safe)
		progress_unbounded(t->x);
	do {
		begin_search(t);
		t->work.paused = false;
		if (t->hidden)
			hidden_begin(t->hidden, t->x);
		tree_explore(t, root);
	} while (must_restart(t));
	diag_say(2, "unwind %u, context bound %d: %llu nodes, %llu interleavings%s", t->x->loops.unwind,
	         context == NO_BOUND ? -1 : (int)context, (unsigned long long)t->x->stats->nodes,
	         (unsigned long long)t->x->stats->interleavings,
	         t->work.paused ? ", later more"
	         : t->end.cut   ? ", cut"
	                        : "");
	bool finished = !t->work.paused && !node_over(t);
	/* Without the bound on decisions there would be more schedules; and a search that met a null
	 * pointer begins again. */
	if (finished && bound.decision == NO_BOUND && !t->x->unknown.null_found)
		progress_finished(t->x, t->end.cut ? bound.context : NO_BOUND,
		                  t->end.cut ? bound.preemption : NO_BOUND, t->end.too_short);
	return finished;
}

/* Schedules do not end, and no state recurs in them. */
static void give_up(struct tree *t) {
	result_gap(t->x->result, GAP_MEMORY, NO_LOC, "schedules of more than %u steps", MAX_DEPTH);
	t->end.done = true;
}

static const struct budget NO_BOUNDS = {NO_BOUND, NO_BOUND, NO_BOUND};

/* Does one of the gaps since 'before' make the verdict UNKNOWN? */
static bool has_inconclusive(const struct result *r, size_t before) {
	for (size_t i = before; i < r->gap.n; i++)
		if (r->gap.at[i].is_inconclusive)
			return true;
	return false;
}

/* The cache stays valid when loops are unwound further, or less far, except where one was cut
 * (cache.h).  forgets: visits that cut a loop do not count any more. */
static void begin_iteration(struct tree *t, const struct level *l, bool forgets) {
	struct levels *all = &t->levels;
	if (forgets)
		levels_renumber(all, &l->loops);
	deepen_begin(t->x, &l->loops);
	t->few_creations = t->x->loops.constant_iterations <= FIRST_ITERATIONS;
	t->x->loops.creations = t->few_creations ? 0 : ALL_CREATIONS;
	uint64_t limit = STEP_LOOPS * (uint64_t)t->x->loops.constant_iterations;
	t->x->step.long_run.limit = limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
	t->iteration = levels_number(all, &l->loops);
	const struct deepened *r = levels_deepened(all, t->iteration);
	t->end.too_short = r && r->too_short;
	t->end.short_of_iterations = r && r->short_of_iterations;
	t->x->loops.shortest = r ? r->shortest : NO_BOUND;
	if (t->cache)
		cache_begin_iteration(t->cache, t->iteration, levels_numbers(all));
}

static void end_iteration(struct tree *t, struct level *l) {
	struct deepened *r = levels_deepened(&t->levels, t->iteration);
	l->too_short = t->end.too_short;
	if (!r)
		return;
	r->too_short = t->end.too_short;
	r->short_of_iterations = t->end.short_of_iterations;
	r->shortest = t->x->loops.shortest;
}

/* Explores without bounds, up to some work; true: the search is complete.  only_safe: the user gave
 * a bound; then this can only show that there is no violation, since one that it finds may need
 * more switches than the bound allows.  Likewise for gaps and for loops that are cut: they may lie
 * beyond the bound, and are forgotten, with the visits that cut them: a visit that stays in the
 * cache would keep the search that goes on from finding the gap again. */
static bool try_unbounded(struct tree *t, const struct state *root, struct level *l, uint64_t most,
                          bool only_safe) {
	const uint64_t start = node_work(t);
	t->work.last = start + most;
	t->end.only_safe = only_safe;
	size_t before = t->x->result->gap.n;
	bool was_short = t->end.too_short, was_short_of_iterations = t->end.short_of_iterations;
	bool finished = explore_bound(t, root, NO_BOUNDS);
	t->end.only_safe = false;
	t->work.unbounded += only_safe ? node_work(t) - start : 0;
	bool is_inconclusive = has_inconclusive(t->x->result, before);
	if (only_safe && (!finished || is_inconclusive || (t->end.too_short && !was_short))) {
		t->end.found_unsafe |= is_inconclusive && !symex_stop;
		result_drop_gaps(t->x->result, before);
		bool forgets = is_inconclusive || (t->end.too_short && !was_short);
		t->end.too_short = was_short;
		t->end.short_of_iterations = was_short_of_iterations;
		if (forgets)
			begin_iteration(t, l, true);
		return node_over(t);
	}
	return finished || node_over(t);
}

/* Work that is left for what lies beyond the bound that the user gave. */
static uint64_t unbounded_work_left(const struct tree *t) {
	uint64_t within = node_work(t) - t->work.unbounded;
	return within / WITHIN > t->work.unbounded ? within / WITHIN - t->work.unbounded : 0;
}

/* All schedules within the bound of the user are explored, with loops as far as this level unwinds
 * them.  A member of a portfolio answers at once: time that runs out would leave no answer. */
static void end_at_bound(struct tree *t, const struct state *root, struct level *l, bool tries) {
	uint64_t most = unbounded_work_left(t);
	t->x->search.is_settled = !t->end.too_short && !t->x->unknown.null_found;
	tries = tries && most && node_work(t) >= FIRST_TURN / 4 && !t->config->is_member;
	bool all = tries && try_unbounded(t, root, l, most, true);
	t->end.cut = !all || symex_stop;
}

/* The first open level has explored everything up to its next bound of switches. */
static void reached(struct tree *t, const struct level *l) {
	if (l == &t->levels.at[t->levels.first])
		checkpoint_reached(t->x, &l->loops, l->context);
}

/* Loops over constants were cut within few switches.  Most of them end somewhere; to let them run
 * makes schedules longer, but adds few of them.  So they get more iterations until all of them end,
 * if that takes no more than some work; then a level with as many iterations is opened.  true: it
 * is, or the search is over. */
static bool lengthen(struct tree *t, const struct state *root, struct level *l, uint64_t most) {
	const struct budget bound = {l->few, NO_BOUND, NO_BOUND};
	const uint64_t until = t->work.last, start = node_work(t);
	struct level longer = {.loops = l->loops, .context = l->few, .few = NO_BOUND};
	bool was_cut = t->end.cut, finished;
	end_iteration(t, l);
	t->work.last = start + most;
	do {
		deepen_constants(&longer.loops);
		begin_iteration(t, &longer, false);
		finished = explore_bound(t, root, bound);
		end_iteration(t, &longer);
	} while (finished && t->end.short_of_iterations);
	if (node_over(t))
		return true;
	if (finished)
		l->is_lengthened = levels_insert(&t->levels, l, &longer);
	begin_iteration(t, l, false);
	t->end.cut = was_cut;
	t->end.too_deep = false;
	t->work.last = until + (node_work(t) - start);
	return l->is_lengthened;
}

/* Explores without bounds and with all iterations of loops over constants, up to some work.  Where
 * threads hardly depend on each other, that is few schedules however long the loops are, while each
 * bound of switches has a schedule for each place to switch at.  It can only show that there is no
 * violation: one that it finds may need more switches than others.  true: it has shown that. */
static bool finish_constants(struct tree *t, const struct state *root, struct level *l,
                             uint64_t most) {
	const uint64_t until = t->work.last, start = node_work(t);
	struct level whole = {.loops = l->loops, .context = NO_BOUND, .few = NO_BOUND};
	bool was_cut = t->end.cut, was_unsafe = t->end.found_unsafe, was_active = t->guided.active;
	uint64_t decides = t->guided.until;
	whole.loops.constant_iterations = ALL_ITERATIONS;
	end_iteration(t, l);
	begin_iteration(t, &whole, false);
	t->work.straight = start + STRAIGHT * most;
	if (!t->config->guided_always) { /* net effects are wider without summaries: net_effect.h */
		t->guided.active = false;
		t->guided.until = UINT64_MAX;
	}
	bool finished = try_unbounded(t, root, &whole, most, true);
	t->guided.active = was_active;
	t->guided.until = decides;
	t->work.straight = 0;
	end_iteration(t, &whole);
	if (finished && !t->end.too_short)
		return true;
	begin_iteration(t, l, false);
	t->end.cut = was_cut;
	t->end.found_unsafe = was_unsafe;
	t->end.too_deep = false;
	t->work.paused = false;
	t->work.last = until ? until + (node_work(t) - start) : 0;
	return node_over(t);
}

/* Most violations need few switches, but a safe program is explored fastest without a bound, where
 * the reductions are stronger.  So both searches take turns; each resumes where it paused, because
 * the cache keeps finished visits.  A level that cuts loops over constants proves nothing, so there
 * the second search, which then only finds violations, has less.
 * true: the level is complete, or the search is over. */
static bool deepen(struct tree *t, const struct state *root, struct level *l, uint64_t turn) {
	const uint32_t last = t->config->context_bound;
	bool tries_all = !t->config->incremental && !t->end.found_unsafe;
	bool pauses = tries_all || (!t->config->incremental && t->end.too_short);
	bool lengthens = pauses && !l->is_lengthened;
	t->end.too_deep = false;
	t->work.last = pauses ? node_work(t) + turn : 0;
	if (lengthens && l->few < l->context && lengthen(t, root, l, 2 * turn))
		return node_over(t);
	bool finishes = tries_all && last == NO_BOUND;
	for (;;) {
		struct budget bound = {l->context, NO_BOUND, NO_BOUND};
		if (finishes && l->context > 1) {
			finishes = false;
			if (finish_constants(t, root, l, turn / 2))
				return true;
		}
		if (!explore_bound(t, root, bound))
			break;
		if (!t->end.cut)
			return true;
		if (lengthens && t->end.short_of_iterations && l->few == NO_BOUND) {
			l->few = l->context;
			if (lengthen(t, root, l, turn / 8))
				return node_over(t);
		}
		if (l->context == last) {
			end_at_bound(t, root, l, tries_all);
			return true;
		}
		l->context++;
		reached(t, l);
	}
	if (finishes && !node_over(t) && finish_constants(t, root, l, turn / 2))
		return true;
	bool was_deep = t->end.too_deep;
	t->end.too_deep = false;
	uint64_t share = was_deep || !t->end.short_of_iterations ? UNBOUNDED * turn : turn / 2;
	if (last != NO_BOUND && share > unbounded_work_left(t))
		share = unbounded_work_left(t);
	if (node_over(t) || (tries_all && try_unbounded(t, root, l, share, last != NO_BOUND)))
		return true;
	if (was_deep && (t->end.too_deep || !tries_all))
		give_up(t);
	return t->end.done;
}

/* Executions that never end are cycles of states, which use up every bound: there is none. */
static bool explore_progress(struct tree *t, const struct state *root) {
	bool finished;
	t->work.last = 0;
	do
		finished = explore_bound(t, root, NO_BOUNDS);
	while (!lassos_conclude(t, root, finished));
	if (t->end.too_deep)
		give_up(t);
	return true;
}

/* One turn; true: the level is complete, or the search is over. */
static bool explore_bounds(struct tree *t, const struct state *root, struct level *l,
                           uint64_t turn) {
	const struct schedules *c = t->config;
	struct budget bound = {c->context_bound, c->preemption_bound, c->decision_bound};
	bool others = bound.preemption != NO_BOUND || bound.decision != NO_BOUND;
	t->x->search.is_settled = false;
	if (t->lassos)
		return explore_progress(t, root);
	if (c->order == ORDER_SWITCHES && !c->all_runs && !others)
		return deepen(t, root, l, turn);
	/* Within these bounds there are no reductions: what is small is explored without them. */
	bool tries =
	    c->order == ORDER_SWITCHES && !c->all_runs && !(t->x->config->without & REDUCTION_BIT(POR));
	if (tries && try_unbounded(t, root, l, FIRST_TURN / 8, true))
		return true;
	t->work.last = 0;
	bool finished = explore_bound(t, root, bound);
	if (t->work.paused)
		give_up(t);
	else if (finished && t->end.cut)
		end_at_bound(t, root, l, tries && !t->end.found_unsafe);
	return true;
}

static void add_bound_gaps(struct tree *t) {
	const struct schedules *c = t->config;
	if (!t->end.cut)
		return;
	if (c->context_bound != NO_BOUND)
		verdict_context_bound(t->x);
	if (c->preemption_bound != NO_BOUND)
		result_gap(t->x->result, GAP_CONTEXT, NO_LOC, "preemption bound %u", c->preemption_bound);
	if (c->decision_bound != NO_BOUND)
		result_gap(t->x->result, GAP_CONTEXT, NO_LOC, "decision bound %u", c->decision_bound);
}

/* The lock discipline is violated: schedules that were left out because of a common lock must be
 * explored.  Up to the first release by another thread, or write over a held lock, every lock
 * excludes other threads, so the first violation of the discipline is never missed. */
static void trust_no_lock(struct tree *t) {
	t->trusts_locks = false;
	forget_states(t);
}

/* A number of a thread is used as a plain value: states were compared rightly up to here, but not
 * from here on (symmetry.h). */
static void tell_threads_apart(struct tree *t) {
	if (symmetry_keep_orders(t->keys.symmetry)) {
		forget_states(t);
		return;
	}
	symmetry_close(t->keys.symmetry);
	t->keys.symmetry = NULL;
	renaming_use(t->keys.renaming, NULL);
	shape_unmark(t->keys.shapes);
	forget_states(t);
}

/* An integer that mentions addresses may be a pointer to any of the objects that have one. */
static void follow_any_address(struct tree *t) {
	t->keys.any_address = true;
	forget_states(t);
}

/* Must the search begin again, because an assumption of a reduction turned out to be wrong? */
static bool begins_again(struct tree *t, bool complete) {
	if (t->end.done || symex_stop)
		return false;
	if (t->keys.symmetry && symmetry_lost(t->keys.symmetry))
		tell_threads_apart(t);
	else if (t->discipline.violated && t->trusts_locks)
		trust_no_lock(t);
	else if (node_met_address(t))
		follow_any_address(t);
	else if (complete && !node_over(t) && invalid_restart(t->x))
		forget_states(t);
	else
		return false;
	t->end.found_unsafe = false;
	levels_restart(&t->levels);
	return true;
}

/* A turn of one level; true: the search has ended. */
static bool explore_level(struct tree *t, const struct state *root, uint32_t ix, uint64_t turn) {
	struct levels *all = &t->levels;
	struct level *l = &all->at[ix];
	bool complete;
	begin_iteration(t, l, false);
	do {
		complete = explore_bounds(t, root, l, levels_share(all, ix, turn, FIRST_TURN));
	} while (begins_again(t, complete));
	end_iteration(t, l);
	if (node_over(t))
		return true;
	levels_subsume(all, ix);
	if (!complete)
		return false;
	if (!t->end.too_short)
		return true;
	all->first = ix + 1;
	if (all->first < all->n || levels_deepen(all, t->x)) {
		reached(t, &all->at[all->first]);
		return false;
	}
	result_gap(t->x->result, GAP_UNWIND, NO_LOC, "%s", t->x->loops.too_short);
	result_remark(t->x->result, GAP_UNWIND, t->x->loops.goes_on);
	return true;
}

static void explore_levels(struct tree *t, const struct state *root) {
	struct levels *all = &t->levels;
	for (uint64_t turn = FIRST_TURN;; turn *= 2) {
		uint32_t first = all->first;
		for (uint32_t i = first; i < all->n; i++)
			if (explore_level(t, root, i, turn))
				return;
		if (all->first != first)
			turn = FIRST_TURN / 2; /* what is left has had less work than that */
		if (all->at[all->n - 1].too_short)
			levels_deepen(all, t->x);
		if (t->config->creates_in_loop && all->at[all->n - 1].loops.unwind >= MANY_ITERATIONS)
			work_doubt();
	}
}

void tree_search(struct symex *x) {
	struct tree t;
	struct deepening loops = checkpoint_begin(x, deepen_first(x, FIRST_ITERATIONS));
	tree_open(&t, x);
	levels_open(&t.levels, loops, checkpoint_switches(x));
	t.lassos = lassos_open(x);
	symex_forget(x);
	open_caches(&t);
	struct state root = explore_begin(x);
	open_protect(&t);
	explore_levels(&t, &root);
	x->search.is_through = !node_over(&t);
	/* A limit that ends the try without the bound leaves what is known within it. */
	bool stopped = symex_stop && x->result->violated == NO_PROPERTY && !x->search.is_settled;
	if (!node_over(&t) || (x->search.is_settled && !t.end.done))
		add_bound_gaps(&t);
	if (stopped)
		verdict_stopped(x);
	symex_drop_solver(x);
	close_caches(&t);
	close_protect(&t);
	lassos_close(t.lassos);
	tree_close(&t);
}
