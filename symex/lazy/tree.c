/* Nodes: the algorithm that tree.h describes. */
#include "goto/analysis/counted_loop.h"
#include "process/work.h"
#include "result/result.h"
#include "symex/config.h"
#include "symex/core/iterations.h"
#include "symex/explore/race.h"
#include "symex/lazy/choice.h"
#include "symex/lazy/edge.h"
#include "symex/lazy/explored.h"
#include "symex/lazy/index_cases.h"
#include "symex/lazy/lassos.h"
#include "symex/lazy/precondition.h"
#include "symex/lazy/summary.h"
#include "symex/lazy/visited.h"
#include "symex/symex_stats.h"
#include "symex/step/thread/buffer.h"
#include "symex/step/loop.h"
#include "symex/step/switch.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"
#include "util/text/diag.h"

enum { RESTART_FACTOR = 2 };
enum { MAX_CASES = 1 << 14 }; /* of the indices on a path, in all: index_cases.h */

static bool is_straight(struct tree *t) {
	if (t->path.schedule.n > t->work.deepest)
		t->work.deepest = t->path.schedule.n;
	return t->x->stats->nodes - t->work.begun < 2 * t->work.deepest;
}

bool node_is_over(struct tree *t) {
	bool is_long = is_straight(t) && node_work(t) <= t->work.straight;
	if (t->work.last && node_work(t) > t->work.last && !is_long)
		t->work.paused = true;
	if (t->protect && t->x->stats->nodes >= t->work.next_restart && t->x->stats->runs) {
		t->work.next_restart = t->x->stats->nodes * RESTART_FACTOR;
		t->work.wants_restart = t->reduces && protect_has_news(t->protect);
	}
	if (t->lassos && lassos_found(t->lassos))
		t->work.paused = true;
	return t->work.paused || t->work.wants_restart || node_over(t);
}

/* Adds conditions to the precondition. */
static void demand(struct tree *t, struct subtree_outcome *o, uint32_t conditions) {
	if (t->guided.on)
		o->wp = conditions_union(&t->guided.conditions, o->wp, conditions);
}

void outcome_join(struct tree *t, struct subtree_outcome *into, const struct subtree_outcome *o) {
	demand(t, into, o->wp);
	if (t->footprints)
		into->summary = footprint_union(t->footprints, into->summary, o->summary);
	if (o->revisited < into->revisited)
		into->revisited = o->revisited;
	into->cut |= o->cut;
	into->too_short |= o->too_short;
	if (o->used_up > into->used_up)
		into->used_up = o->used_up;
	into->dead_end |= o->dead_end;
}

struct waits { /* of the disabled threads at a node */
	struct tree *t;
	uint32_t *summary; /* set of the footprints of their waits */
};

/* Adds the footprint of the wait of a disabled thread.  It counts as holding what it waits for. */
static void add_wait(void *data, struct state *view, size_t first) {
	struct waits *w = data;
	struct tree *t = w->t;
	struct symex *x = t->x;
	const struct ins *wait = wait_ins(view);
	if (!t->footprints)
		return;
	uint32_t holder = wait_holder(x, view);
	struct footprint f = {.tid = view->tid,
	                      .kind = FOOTPRINT_WAIT,
	                      .span = t->log.at.at + first,
	                      .n = t->log.at.n - first};
	bool holds = tree_reduces_by(t, REDUCTION_WAITS_HOLD);
	term also = !t->trusts_locks || !holds ? NO_TERM : wait_object(x, view);
	if (also.ix)
		discipline_knows(x, also);
	if (holds && wait_is_for_end(x, wait) && holder != NO_THREAD && holder) {
		f.kind = FOOTPRINT_JOIN;
		also = ((const struct created *)(uintptr_t)pmap_get(&view->created, holder))->data;
	}
	struct state held = *view;
	if (f.kind == FOOTPRINT_JOIN)
		held.joined = NULL;
	f.locks = footprint_held(t->footprints, &held, also, t->trusts_locks);
	*w->summary = footprint_union(t->footprints, *w->summary, footprint_set(t->footprints, &f));
}

static term find_enabled(struct tree *t, struct state *st, uint8_t *status, uint32_t *summary) {
	struct waits w = {t, summary};
	struct enabled_query q = {t->path.decided.at, t->path.decided.n, add_wait, &w};
	return enabled_status(t->x, st, &q, status);
}

/* A thread that waits for room in its buffer would go on if the buffer were longer. */
static void note_full(struct tree *t, const struct state *st, const uint8_t *status) {
	uint32_t most = t->config->buffer_bound;
	for (uint32_t tid = 0; tid < st->nthreads && actors_buffer(t); tid++) {
		struct state view = thread_view(st, tid);
		if (status[tid] == THREAD_DRAINS && buffer_is_full(&view, most))
			result_gap(t->x->result, GAP_BUFFER, NO_LOC, "buffer bound %u", most);
	}
	if (actors_buffer(t) && st->nthreads >= BUFFER_THREADS) {
		result_gap(t->x->result, GAP_UNSUPPORTED, NO_LOC, "%u threads with store buffers",
		           st->nthreads);
		t->end.done = true;
	}
}

bool node_simplify(struct tree *t, struct state *st, size_t since) {
	struct symex *x = t->x;
	if (!t->path_values || (x->assumption.n == since && !t->path.index.n))
		return false;
	VEC(term) all = {0};
	for (size_t i = 0; i < t->path.index.n; i++)
		vec_push(&all, t->path.index.at[i]);
	for (size_t i = since; i < x->assumption.n; i++)
		vec_push(&all, x->assumption.at[i]);
	bool changes = path_values_apply(t->path_values, x, t->keys.canon, st, all.at, all.n);
	vec_free(&all);
	return changes;
}

/* The condition of a wait depends on inputs: explores the cases that it holds, and does not. */
static struct subtree_outcome split(struct tree *t, struct state *st, struct path p,
                                    term condition) {
	struct symex *x = t->x;
	struct subtree_outcome out = NOTHING_BELOW;
	term wp = term_false(x->ts);
	struct conditions *all = &t->guided.conditions;
	term cases[] = {condition, term_not(x->ts, condition)};
	for (int i = 0; i < 2 && !node_is_over(t); i++) {
		struct trail before = trail_mark(x, st->tid);
		struct path next = p;
		if (edge_may_be_taken(t, cases[i], x->assumption.n, &next)) {
			vec_push(&x->assumption, cases[i]);
			vec_push(&t->path.decided, cases[i]);
			struct state with;
			state_fork(x, st, &with);
			bool is_general = !node_simplify(t, &with, x->assumption.n - 1);
			struct subtree_outcome o = node_visit(t, &with, next);
			if (t->guided.on && is_general) /* each implies its case */
				wp = term_or(x->ts, wp, conditions_term(all, o.wp));
			o.wp = CONDITIONS_TRUE;
			outcome_join(t, &out, &o);
			t->path.decided.n--;
		}
		trail_undo(x, &before);
	}
	if (t->guided.on) {
		struct condition_list l = {0};
		conditions_push(all, &l, wp);
		out.wp = conditions_set(all, &l);
	}
	return out;
}

/* Explores the cases of an index, with a state of their own for each. */
static struct subtree_outcome split_index(struct tree *t, struct state *st, struct path p,
                                          const struct index_cases *c) {
	struct symex *x = t->x;
	struct subtree_outcome out = NOTHING_BELOW;
	out.wp = CONDITIONS_FALSE; /* what is below is about one value of the index each */
	uint64_t ncases = t->path.ncases;
	size_t nindex = t->path.index.n;
	for (uint64_t i = 0; i < c->n + c->has_others && !node_is_over(t); i++) {
		struct trail before = trail_mark(x, st->tid);
		struct path next = p;
		term condition = index_case(x, c, i);
		if (edge_may_be_taken(t, condition, x->assumption.n, &next)) {
			vec_push(&x->assumption, condition);
			if (i < c->n)
				vec_push(&t->path.index, condition);
			t->path.ncases = i < c->n ? ncases * c->n : MAX_CASES;
			struct state with;
			state_fork(x, st, &with);
			node_simplify(t, &with, x->assumption.n - 1);
			struct subtree_outcome o = node_visit(t, &with, next);
			o.wp = CONDITIONS_FALSE;
			outcome_join(t, &out, &o);
			t->path.index.n = nindex;
		}
		trail_undo(x, &before);
	}
	t->path.ncases = ncases;
	return out;
}

/* The part of a node's precondition that is not about the steps explored from it: the waits, and
 * the threads of the sleep set. */
static void demand_node(struct tree *t, const struct state *st, const struct path *p,
                        struct subtree_outcome *out) {
	if (!t->guided.active)
		demand(t, out, CONDITIONS_FALSE);
	for (const struct sleep_entry *s = p->sleep; s; s = s->up)
		demand(t, out, s->wp);
	bool has_read = t->x->content.read_hidden;
	if (out->wp != CONDITIONS_FALSE)
		demand(t, out, precondition_waits(t, st));
	t->x->content.read_hidden = has_read;
}

/* --- Loops that create many threads. --- */

/* Two threads that are in each other's way, and two more. */
enum { FEW_THREADS = 4, MANY_ITERATIONS = 64 };

/* The loop around the creation at which the running thread is that counts to more than that. */
static const struct loop *creating_loop(const struct state *st) {
	uint32_t pc = st->pc, last;
	for (const struct frame *f = st->frame; f; pc = frame_call_pc(f), f = f->up)
		for (size_t i = 0; i < f->function->loop.n; i++) {
			const struct loop *l = &f->function->loop.at[i];
			if (iterations_has(l, pc) && loop_counts_to(f->function, l, &last) &&
			    last > MANY_ITERATIONS)
				return l;
		}
	return NULL;
}

/* Most violations need few of the threads that a loop creates, and their schedules are soon
 * explored.  So in the first iteration of deepening the loop does not go on after a few: its thread
 * stands before the next creation for the rest of the path, which is a schedule like any other, and
 * a cut is recorded.  It stands where it would stop anyhow, so a replay comes there, too.  true:
 * the thread does not go on. */
static bool stop_creating(struct tree *t, struct state *st) {
	struct symex *x = t->x;
	const struct loop *l =
	    t->few_creations && st->nthreads > FEW_THREADS ? creating_loop(st) : NULL;
	if (!l)
		return false;
	size_t before = x->cut.n;
	step_cut(x, st, l, l->id, x->loops.unwind, FEW_THREADS, false);
	for (size_t i = before; i < x->cut.n; i++)
		x->cut.at[i].over_constants = true;
	st->cut = true;
	return true;
}

/* A lasso is followed: only the step that is on it. */
static void follow(struct tree *t, struct state *st, struct path p) {
	uint32_t next = lassos_next(t, st, node_key(t, st, p.is_feasible, 0));
	struct step_result made;
	if (next == NO_THREAD)
		return;
	if (next == st->tid ? st->frame != NULL : state_parked(st, next) != NULL)
		edge_explore(t, st, actor_thread(next), p, &made);
	lassos_back(t->lassos);
}

/* Explores what follows a state that has been checked.  stuck: no thread is enabled. */
static void visit_steps(struct tree *t, struct state *st, const uint8_t *status, bool stuck,
                        struct path p, struct visited_entry *entry, struct subtree_outcome *out) {
	struct subtree_outcome known;
	struct lassos_mark at = {0};
	bool is_new = !stuck && !visited_find(t, st, &p, entry, &known);
	if (t->lassos)
		at = lassos_arrive(t, st, stuck ? node_key(t, st, p.is_feasible, 0) : entry->state, status);
	if (is_new) {
		choice_explore(t, st, status, p, out);
	} else if (!stuck) {
		outcome_join(t, out, &known);
		out->is_parent = known.is_parent;
	}
	if (t->lassos)
		lassos_leave(t->lassos, at);
}

/* The node is visited again for each case; what is known of it lives in memory that is given back
 * here. */
static void leave_split(struct tree *t, const struct trail *before, struct private_mark owned) {
	if (t->private)
		private_undo(t->private, owned);
	trail_undo(t->x, before);
}

struct subtree_outcome node_visit(struct tree *t, struct state *st, struct path p) {
	struct symex *x = t->x;
	struct subtree_outcome out = NOTHING_BELOW;
	if (p.depth > MAX_DEPTH)
		t->work.paused = t->end.too_deep = true;
	if (node_is_over(t))
		return out;
	x->stats->nodes++;
	work_add(WORK_NODE);
	uint64_t runs_before = x->stats->runs;
	if (t->guided.on && x->stats->nodes >= t->guided.until)
		summaries_decide(t);
	struct trail before = trail_mark(x, st->tid);
	struct private_mark owned = {0};
	if (t->private)
		owned = private_mark(t, st);
	uint8_t *status = arena_array(x->pool.arena, uint8_t, st->nthreads);
	struct visited_entry entry = {0};
	bool is_spawn = st->frame && switch_is_spawn(st), stops = is_spawn && stop_creating(t, st);
	out.too_short = stops;
	if (is_spawn && !stops) {
		struct step_result made;
		edge_explore(t, st, actor_thread(st->tid), p, &made);
		out = made.below;
		out.dead_end = made.dead_end;
	} else {
		/* The checks of a state are undone: a replay executes only the steps. */
		struct trail before_checks = trail_mark(x, st->tid);
		struct index_cases cases;
		if (t->path_values && index_cases_find(x, st, MAX_CASES / t->path.ncases, &cases)) {
			leave_split(t, &before, owned);
			return split_index(t, st, p, &cases);
		}
		term undecided = find_enabled(t, st, status, &out.summary);
		if (undecided.ix) {
			leave_split(t, &before, owned);
			return split(t, st, p, undecided);
		}
		note_full(t, st, status);
		bool stuck = enabled_deadlock(x, st, status);
		if (t->config->race_check)
			race_check(x, st);
		if (stuck)
			x->stats->interleavings++;
		bool over = node_check(t);
		explored_fail(t);
		trail_undo(x, &before_checks);
		if (!over && t->lassos && lassos_follows(t->lassos))
			follow(t, st, p);
		else if (!over && (!stuck || t->lassos))
			visit_steps(t, st, status, stuck, p, &entry, &out);
		if (t->guided.on && !over)
			demand_node(t, st, &p, &out);
	}
	trail_undo(x, &before);
	if (t->private)
		private_undo(t->private, owned);
	visited_finish(t, &entry, p.depth, &out);
	x->stats->runs += x->stats->runs == runs_before; /* the path ends here */
	return out;
}

/* --- The root. --- */

void tree_explore(struct tree *t, const struct state *root) {
	struct symex *x = t->x;
	t->end.cut = false;
	t->path.ncases = 1;
	x->stats->interleavings = x->stats->failed = 0;
	x->stats->context_bound = t->bound.context;
	struct path p = {.left = t->bound, .is_feasible = !x->assumption.n};
	struct step_result made;
	edge_explore(t, root, actor_thread(0), p, &made);
}
