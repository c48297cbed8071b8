#include "symex/lazy/edge.h"

#include "solvers/solver.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/explore/dead.h"
#include "symex/lazy/explored.h"
#include "symex/lazy/lassos.h"
#include "symex/lazy/net_effect.h"
#include "symex/lazy/precondition.h"
#include "symex/lazy/sleep.h"
#include "symex/query/vc.h"
#include "symex/symex_stats.h"
#include "symex/step/thread/buffer.h"
#include "symex/step/switch.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"

bool edge_may_be_taken(struct tree *t, term condition, size_t nassumed, struct path *p) {
	struct symex *x = t->x;
	if (term_is_false(x->ts, condition))
		return false;
	if (term_is_true(x->ts, condition) && x->assumption.n == nassumed)
		return true;
	enum answer a = !tree_reduces_by(t, REDUCTION_PRUNE) ? ANSWER_UNKNOWN
	                : p->is_feasible                     ? vc_path_since(x, nassumed, condition)
	                                                     : vc_path(x, x->assumption.n, condition);
	p->is_feasible = a == ANSWER_SAT;
	if (a != ANSWER_UNSAT)
		return true;
	x->stats->pruned_infeasible++;
	return false;
}

/* true: the last of them has the state of the node before the step. */
static bool visit_children(struct tree *t, struct state *const *child, size_t n, struct path p,
                           size_t nassumed, const struct explored_edge *edge,
                           struct subtree_outcome *out) {
	struct symex *x = t->x;
	size_t after = t->guided.after.n - n;
	bool is_parent = false;
	for (size_t i = 0; i < n && !node_is_over(t); i++) {
		struct state *st = child[i];
		term condition = state_guard(x, st);
		struct trail before = trail_mark(x, st->tid);
		struct path next = p;
		if (edge_may_be_taken(t, condition, nassumed, &next)) {
			if (!term_is_true(x->ts, condition))
				vec_push(&x->assumption, condition);
			st->guard = NULL;
			dead_forget(x, t->live, st);
			bool is_general = !node_simplify(t, st, nassumed);
			struct hidden_mark hidden = {0};
			if (t->hidden)
				hidden = hidden_stop(t->hidden, x, st);
			explored_enter(t, edge, i, st);
			struct lassos_mark at = {0};
			if (t->lassos)
				at = lassos_step(t->lassos, st, vec_last(&t->path.schedule) & IN_LOOP);
			struct subtree_outcome o = node_visit(t, st, next);
			if (t->lassos)
				lassos_leave(t->lassos, at);
			if (t->hidden)
				hidden_undo(t->hidden, x, hidden);
			explored_leave(t, edge);
			if (t->guided.on)
				t->guided.after.at[after + i].wp = is_general ? o.wp : CONDITIONS_FALSE;
			o.wp = CONDITIONS_TRUE; /* it is about the state after the step */
			outcome_join(t, out, &o);
			is_parent = o.is_parent;
		}
		trail_undo(x, &before);
	}
	return is_parent;
}

/* The thread whose end the step waits for, if it is a join. */
static const struct created *joined_thread(struct tree *t, struct state *st) {
	uint32_t holder = wait_holder(t->x, st);
	if (holder == NO_THREAD)
		return NULL;
	return (const struct created *)(uintptr_t)pmap_get(&st->created, holder);
}

/* The footprint of the step for dependence: if the step is a wait, it counts as holding the lock
 * that it acquires, or the thread that it joins (explore/footprint.h).  *rest: the locks after the
 * wait. */
static struct footprint dependence_footprint(struct tree *t, struct state *before,
                                             struct state *const *after, size_t n,
                                             struct footprint footprint, uint32_t *rest) {
	*rest = footprint.locks;
	const struct ins *wait = wait_ins(before);
	if (!wait)
		return footprint;
	if (!tree_reduces_by(t, REDUCTION_WAITS_HOLD)) {
		footprint.kind = FOOTPRINT_WAIT;
		return footprint;
	}
	struct state view = *before;
	const struct created *joined = wait_is_for_end(t->x, wait) ? joined_thread(t, before) : NULL;
	if (n == 1 && after[0]->held && after[0]->held->up == before->held)
		view.held = after[0]->held;
	term data = joined ? joined->data : NO_TERM;
	footprint.kind = joined ? FOOTPRINT_JOIN : FOOTPRINT_WAIT;
	*rest = footprint.locks = footprint_held(t->footprints, &view, data, t->trusts_locks);
	if (joined) { /* for the wait, the threads that were joined before make no difference */
		view.joined = NULL;
		footprint.locks = footprint_held(t->footprints, &view, data, t->trusts_locks);
	}
	return footprint;
}

/* The set of the step's footprints.  If the step passed a switch point, the accesses after it are
 * not part of the wait with which the step began. */
static uint32_t summary_of_step(struct tree *t, struct state *before, struct state *const *after,
                                size_t n, struct footprint footprint) {
	uint32_t locks;
	struct footprint seen = dependence_footprint(t, before, after, n, footprint, &locks);
	struct footprint rest = seen;
	rest.locks = locks;
	if (t->path.runs_on) {
		seen.n = t->log.first - (size_t)(footprint.span - t->log.at.at);
		rest.kind = FOOTPRINT_PLAIN;
	}
	rest.span += seen.n;
	rest.n -= seen.n;
	uint32_t first = footprint_set(t->footprints, &seen),
	         then = footprint_set(t->footprints, &rest);
	return footprint_union(t->footprints, first, then);
}

/* Once the decision bound is used up, there is no choice at the states in between. */
static bool is_undivided(const struct tree *t, const struct path *p) {
	return !actors_buffer(t) && t->bound.decision != NO_BOUND && !p->left.decision &&
	       !t->config->race_check;
}

/* Where the step of the thread begins. */
static uint32_t begin_bits(const struct tree *t, const struct state *st) {
	if (switch_is_spawn(st) || switch_point(t->x, st) != SWITCH_NONE)
		return 0;
	return actors_buffer(t) && buffer_drains(st) ? AT_DRAIN : IN_LOOP;
}

/* Makes 'st' the state in which the actor's step begins; returns the step for the schedule. */
static uint32_t prepare(struct tree *t, struct actor a, struct state *st) {
	switch (a.kind) {
	case ACTOR_THREAD: break;
	case ACTOR_BUFFER: return a.tid | a.position << FLUSH_SHIFT | FLUSH;
	}
	thread_switch(t->x, st, a.tid);
	st->resumed = true;
	st->marks = 0;
	return a.tid | (t->path.undivided ? UNDIVIDED : 0) | begin_bits(t, st);
}

/* A buffer has no locks: it depends on the steps of its own thread, too, which may find in it what
 * they read. */
static void add_footprints(struct tree *t, struct actor a, struct state *before,
                           struct state *const *after, size_t n, struct step_result *made) {
	switch (a.kind) {
	case ACTOR_THREAD:
		made->footprint.locks = footprint_held(t->footprints, before, NO_TERM, t->trusts_locks);
		made->set = summary_of_step(t, before, after, n, made->footprint);
		return;
	case ACTOR_BUFFER: break;
	}
	made->set = footprint_set(t->footprints, &made->footprint);
}

/* Notes the outcomes of a step, whose preconditions are not known yet. */
static void note_outcomes(struct tree *t, struct state *const *child, size_t n) {
	for (size_t i = 0; i < n; i++) {
		struct step_outcome a = {.pc = child[i]->pc, .wp = CONDITIONS_FALSE};
		a.function = child[i]->frame ? child[i]->frame->function : NULL;
		vec_push(&t->guided.after, a);
	}
}

/* The precondition of a step whose outcomes were explored. */
static void generalise_step(struct tree *t, const struct state *st, uint32_t tid, bool undivided,
                            size_t first, bool is_general, struct step_result *made) {
	struct precondition p = {CONDITIONS_FALSE, CONDITIONS_FALSE};
	bool has_read = t->x->content.read_hidden; /* a precondition holds whatever hidden cells have */
	if (is_general && t->guided.active && !node_is_over(t) && made->below.revisited == NO_REVISIT)
		p = precondition_step(t, st, tid, undivided, first);
	t->x->content.read_hidden = has_read;
	made->wp = p.steps;
	made->below.wp = p.all;
}

void edge_explore(struct tree *t, const struct state *st, struct actor actor, struct path p,
                  struct step_result *made) {
	struct symex *x = t->x;
	uint32_t tid = actor.tid;
	struct trail before = trail_mark(x, tid);
	struct state first;
	struct explored_edge edge = explored_begin(t, st, tid);
	state_fork(x, st, &first);
	bool undivided = is_undivided(t, &p);
	size_t first_outcome = t->guided.after.n;
	t->path.undivided = undivided;
	vec_push(&t->path.buffer, pending_of(st, tid));
	vec_push(&t->path.schedule, prepare(t, actor, &first));
	struct state start = first;
	x->stats->depth = t->path.schedule.n;
	x->paths.stopped.n = 0;
	x->effects = (struct effects){0};
	t->log.first = t->log.at.n;
	t->path.runs_on = false;
	if (t->private)
		private_begin(t->private, &start);
	actor_step(t, actor, &first);
	t->path.undivided = false;
	bool is_general = !t->protect || !protect_took_private(t->protect);

	size_t n = x->paths.stopped.n, logged = before.nlog;
	struct state **child = arena_array(x->pool.arena, struct state *, n);
	for (size_t i = 0; i < n; i++)
		(child[i] = x->paths.stopped.at[i])->apart.choice = 0;
	if (actor.kind == ACTOR_THREAD)
		is_general &= !net_effect(t, st, tid, child, n, logged);
	for (uint32_t created = st->nthreads; n && created < child[0]->nthreads && created < 64;
	     created++)
		t->creators[created] |= thread_bit(tid);
	made->footprint = actor_footprint(t, actor, logged);
	made->set = FOOTPRINT_NONE;
	made->dead_end = x->effects.dead_end;
	made->below = NOTHING_BELOW;
	if (t->footprints) {
		add_footprints(t, actor, &start, child, n, made);
		made->below.summary = made->set;
		p.sleep = sleep_after(t, p.sleep, &made->footprint);
	}
	x->stats->interleavings += x->effects.program_end || !n;
	/* No execution violates an assumption, so a path that ends at one is no run. */
	bool is_none = x->effects.excluded && x->vc.n == before.nvcs && x->cut.n == before.ncuts;
	x->stats->runs += x->effects.program_end || (!n && !is_none);
	p.depth++;
	made->below.too_short = x->cut.n > before.ncuts;
	made->below.used_up = x->effects.used_up;
	uint64_t runs_before = x->stats->runs;
	bool over = node_check(t);
	explored_end(t, &edge, n);
	if (t->guided.on)
		note_outcomes(t, child, n);
	bool is_parent = false;
	if (!over)
		is_parent = visit_children(t, child, n, p, before.nassumed, &edge, &made->below);
	made->spins = is_parent && n == 1 && !made->dead_end && made->below.revisited + 1 == p.depth;
	if (made->spins)
		x->stats->runs = runs_before;
	made->dead_end |= made->below.dead_end;
	made->below.dead_end = false;
	trail_undo(x, &before);
	made->wp = CONDITIONS_TRUE;
	if (t->guided.on && t->path.schedule.n > 1) /* nothing asks for that of the first step */
		generalise_step(t, st, tid, undivided, first_outcome, is_general, made);
	t->guided.after.n = first_outcome;
	t->path.schedule.n--;
	t->path.buffer.n--;
	made->footprint.span = t->log.at.at + logged;
}
