/* Nodes and steps: the algorithm that tree.h describes. */

#include "symex/explore/dead.h"
#include "symex/explore/explore.h"
#include "symex/explore/race.h"
#include "symex/lazy/explored.h"
#include "symex/lazy/node.h"
#include "symex/lazy/precondition.h"
#include "symex/lazy/summary.h"
#include "symex/query/vc.h"
#include "symex/step/step.h"
#include "symex/step/switch.h"
#include "symex/step/thread.h"
#include "symex/step/wait.h"
#include "util/work.h"

enum { NO_REVISIT = UINT32_MAX, LESSON_FACTOR = 2 };

struct outcome {        /* of the exploration below a node */
	uint32_t summary;   /* set of the footprints of all steps below */
	uint32_t revisited; /* least depth of a node on the path whose state recurs below */
	bool cut;           /* a bound of schedules excluded a choice */
	bool too_short;     /* a loop was cut */
	bool dead_end;      /* the rest of a step, after a creation, ended an execution */
	uint32_t wp;        /* precondition (precondition.h), a set of conditions */
};

static const struct outcome NOTHING_BELOW = {.summary = FOOTPRINT_NONE, .revisited = NO_REVISIT};

struct step_result {
	struct footprint footprint; /* under the locks held before; spans last until the next step */
	bool dead_end;              /* an execution ended in the step */
	uint32_t wp;                /* conditions under which it has this footprint */
	struct outcome below;
};

static struct outcome visit(struct tree *, struct state *, struct path);

static bool is_over(struct tree *t) {
	if (t->last_work && node_work(t) > t->last_work)
		t->paused = true;
	if (t->protect && t->x->stats->nodes >= t->next_lesson) {
		t->next_lesson = t->x->stats->nodes * LESSON_FACTOR;
		t->lesson = t->reduces && protect_has_news(t->protect);
	}
	return t->paused || t->lesson || node_over(t);
}

/* Adds conditions to the precondition. */
static void demand(struct tree *t, struct outcome *o, uint32_t conditions) {
	if (t->guided.on)
		o->wp = conditions_union(&t->guided.conditions, o->wp, conditions);
}

static void join(struct tree *t, struct outcome *into, const struct outcome *o) {
	demand(t, into, o->wp);
	if (t->footprints)
		into->summary = footprint_union(t->footprints, into->summary, o->summary);
	if (o->revisited < into->revisited)
		into->revisited = o->revisited;
	into->cut |= o->cut;
	into->too_short |= o->too_short;
	into->dead_end |= o->dead_end;
}

/* --- One step. --- */

static bool is_unbounded(const struct tree *t) {
	return t->bound.context == NO_BOUND;
}

/* nassumed: the assumptions for which p->is_feasible says whether they are satisfiable. */
static bool may_be_taken(struct tree *t, term condition, size_t nassumed, struct path *p) {
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

/* The sleep set after a step: without its thread and those whose steps depend on it. */
static const struct sleep_entry *sleep_after(struct tree *t, const struct sleep_entry *s,
                                             const struct footprint *step) {
	if (!s)
		return NULL;
	const struct sleep_entry *rest = sleep_after(t, s->up, step);
	bool removed = s->footprint.tid == step->tid;
	for (size_t i = 0; i < step->n && !removed; i++)
		for (size_t k = 0; k < s->footprint.n && !removed; k++)
			removed = span_conflict(&step->span[i], &s->footprint.span[k]);
	if (removed)
		return rest;
	if (rest == s->up)
		return s;
	struct sleep_entry *copy = arena_copy(t->x->pool.arena, s, sizeof *s);
	copy->up = rest;
	return copy;
}

static void visit_children(struct tree *t, struct state *const *child, size_t n, struct path p,
                           size_t nassumed, const struct explored_edge *edge, struct outcome *out) {
	struct symex *x = t->x;
	size_t after = t->guided.after.n - n;
	for (size_t i = 0; i < n && !is_over(t); i++) {
		struct state *st = child[i];
		term condition = state_guard(x, st);
		struct trail before = trail_mark(x, st->tid);
		struct path next = p;
		if (may_be_taken(t, condition, nassumed, &next)) {
			if (!term_is_true(x->ts, condition))
				vec_push(&x->assumption, condition);
			st->guard = NULL;
			dead_forget(x, t->live, st);
			explored_enter(t, edge, i, st);
			struct outcome o = visit(t, st, next);
			explored_leave(t, edge);
			if (t->guided.on)
				t->guided.after.at[after + i].wp = o.wp;
			o.wp = CONDITIONS_TRUE; /* it is about the state after the step */
			join(t, out, &o);
		}
		trail_undo(x, &before);
	}
}

/* The thread whose end the step waits for, if it is a join. */
static const struct created *joined_thread(struct tree *t, struct state *st) {
	uint32_t holder = wait_holder(t->x, st);
	if (holder == NO_THREAD)
		return NULL;
	return (const struct created *)(uintptr_t)pmap_get(&st->created, holder);
}

/* The footprint of the step for dependence: if the step is a wait, it counts as holding the lock
 * that it acquires, or the thread that it joins (explore/footprint.h). */
static struct footprint dependence_footprint(struct tree *t, struct state *before,
                                             struct state *const *after, size_t n,
                                             struct footprint footprint) {
	const struct ins *wait = wait_ins(before);
	if (!wait)
		return footprint;
	if (t->x->prog->interrupt.function) { /* a signal may have interrupted the wait */
		footprint.kind = FOOTPRINT_WAIT;
		return footprint;
	}
	struct state view = *before;
	const struct created *joined = wait->sync == SYNC_JOIN ? joined_thread(t, before) : NULL;
	if (n == 1 && after[0]->held && after[0]->held->up == before->held)
		view.held = after[0]->held;
	footprint.kind = joined ? FOOTPRINT_JOIN : FOOTPRINT_WAIT;
	footprint.locks =
	    footprint_held(t->footprints, &view, joined ? joined->data : NO_TERM, t->trusts_locks);
	return footprint;
}

/* The set of the step's footprints.  If the step passed a switch point, the accesses after it are
 * not part of the wait with which the step began. */
static uint32_t summary_of_step(struct tree *t, struct state *before, struct state *const *after,
                                size_t n, struct footprint footprint) {
	struct footprint seen = dependence_footprint(t, before, after, n, footprint), rest = seen;
	if (t->runs_on) {
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
	return t->bound.decision != NO_BOUND && !p->left.decision && !t->config->race_check;
}

static bool is_in_loop(const struct symex *x, const struct state *st) {
	return !switch_is_spawn(x, st) && switch_point(x, st) == SWITCH_NONE;
}

/* Notes the outcomes of a step, whose preconditions are not known yet. */
static void note_outcomes(struct tree *t, struct state *const *child, size_t n) {
	for (size_t i = 0; i < n; i++) {
		struct after a = {.pc = child[i]->pc, .wp = CONDITIONS_FALSE};
		a.function = child[i]->frame ? child[i]->frame->function : NULL;
		vec_push(&t->guided.after, a);
	}
}

/* The precondition of a step whose outcomes were explored. */
static void generalise_step(struct tree *t, const struct state *st, uint32_t tid, bool undivided,
                            size_t first, struct step_result *made) {
	struct precondition p = {CONDITIONS_FALSE, CONDITIONS_FALSE};
	if (t->guided.active && !is_over(t) && made->below.revisited == NO_REVISIT)
		p = precondition_step(t, st, tid, undivided, first);
	made->wp = p.steps;
	made->below.wp = p.all;
}

/* Executes the step of 'tid' at 'st' and visits the nodes to which it leads. */
static void make_step(struct tree *t, const struct state *st, uint32_t tid, struct path p,
                      struct step_result *made) {
	struct symex *x = t->x;
	struct trail before = trail_mark(x, tid);
	struct state first;
	struct explored_edge edge = explored_begin(t, st, tid);
	state_fork(x, st, &first);
	thread_switch(x, &first, tid);
	struct state start = first;
	first.resumed = true;
	bool undivided = is_undivided(t, &p);
	size_t first_outcome = t->guided.after.n;
	t->undivided = undivided;
	uint32_t bits = (undivided ? UNDIVIDED : 0) | (is_in_loop(x, &first) ? IN_LOOP : 0);
	vec_push(&t->schedule, tid | bits);
	x->stats->depth = t->schedule.n;
	x->stopped.n = 0;
	x->effects = (struct effects){0};
	t->log.first = t->log.at.n;
	t->runs_on = false;
	explore(x, &first);
	t->undivided = false;

	size_t n = x->stopped.n, logged = before.nlog;
	struct state **child = arena_array(x->pool.arena, struct state *, n);
	for (size_t i = 0; i < n; i++)
		child[i] = x->stopped.at[i];
	for (uint32_t created = st->nthreads; n && created < child[0]->nthreads && created < 64;
	     created++)
		t->creators[created] |= thread_bit(tid);
	made->footprint = (struct footprint){.tid = tid, .n = t->log.at.n - logged};
	made->footprint.span = t->log.at.at + logged;
	made->dead_end = x->effects.dead_end;
	made->below = NOTHING_BELOW;
	if (t->footprints) {
		made->footprint.locks = footprint_held(t->footprints, &start, NO_TERM, t->trusts_locks);
		made->below.summary = summary_of_step(t, &start, child, n, made->footprint);
		p.sleep = sleep_after(t, p.sleep, &made->footprint);
	}
	x->stats->interleavings += x->effects.program_end || !n;
	x->stats->runs += x->effects.program_end || !n;
	p.depth++;
	made->below.too_short = x->cut.n > before.ncuts;
	bool over = node_check(t);
	explored_end(t, &edge, n);
	if (t->guided.on)
		note_outcomes(t, child, n);
	if (!over)
		visit_children(t, child, n, p, before.nassumed, &edge, &made->below);
	made->dead_end |= made->below.dead_end;
	made->below.dead_end = false;
	trail_undo(x, &before);
	made->wp = CONDITIONS_TRUE;
	if (t->guided.on && t->schedule.n > 1) /* nothing asks for that of the first step */
		generalise_step(t, st, tid, undivided, first_outcome, made);
	t->guided.after.n = first_outcome;
	t->schedule.n--;
	made->footprint.span = t->log.at.at + logged;
}

/* --- Choices. --- */

/* The threads of the sleep set, by bit. */
static uint64_t sleep_threads(const struct path *p) {
	uint64_t set = 0;
	for (const struct sleep_entry *s = p->sleep; s; s = s->up)
		if (s->footprint.tid < 64)
			set |= 1ull << s->footprint.tid;
	return set;
}

static const struct sleep_entry *sleep_find(const struct path *p, uint32_t tid) {
	for (const struct sleep_entry *s = p->sleep; s; s = s->up)
		if (s->footprint.tid == tid)
			return s;
	return NULL;
}

/* Charges the choice of 'tid' to the budget; false: a bound excludes it. */
static bool spend(const struct state *st, const uint8_t *status, uint32_t tid, bool is_decision,
                  struct budget *left) {
	bool is_switch = tid != st->tid && enabled_has_choice(st, status, tid);
	bool is_preemption = is_switch && status[st->tid] == THREAD_ENABLED;
	if ((is_switch && !left->context) || (is_preemption && !left->preemption) ||
	    (is_decision && !left->decision))
		return false;
	left->context -= is_switch && left->context != NO_BOUND;
	left->preemption -= is_preemption && left->preemption != NO_BOUND;
	left->decision -= is_decision && left->decision != NO_BOUND;
	return true;
}

static uint64_t next_random(struct tree *t) {
	t->random ^= t->random << 13;
	t->random ^= t->random >> 7;
	t->random ^= t->random << 17;
	return t->random;
}

struct choice_view { /* the state as the monitor reads it */
	struct monitor_state base;
	struct symex *x;
	const struct state *st;
};

static bool view_value(const struct monitor_state *state, const struct expr *e, uint64_t *value) {
	const struct choice_view *v = (const struct choice_view *)state;
	struct symex *x = v->x;
	struct state view = thread_view(v->st, v->st->tid);
	bool record = access_pause(x);
	term got = eval(x, &view, e);
	access_resume(x, record);
	return term_get_u64(x->ts, got, value);
}

/* The thread that the monitor prefers; NO_THREAD: none. */
static uint32_t guided_thread(struct tree *t, const struct state *st) {
	struct choice_view v = {{st->nthreads, view_value}, t->x, st};
	uint32_t tid = monitor_next_thread(&t->x->config->monitor, &v.base);
	return tid < st->nthreads ? tid : NO_THREAD;
}

/* The enabled threads, in the order in which they are tried. */
static uint32_t candidates(struct tree *t, const struct state *st, const uint8_t *status,
                           uint32_t *order) {
	uint32_t n = 0, guided = guided_thread(t, st);
	if (guided != NO_THREAD && status[guided] == THREAD_ENABLED)
		order[n++] = guided;
	if (st->tid != guided && status[st->tid] == THREAD_ENABLED)
		order[n++] = st->tid;
	for (uint32_t tid = 0; tid < st->nthreads; tid++)
		if (tid != st->tid && tid != guided && status[tid] == THREAD_ENABLED)
			order[n++] = tid;
	for (uint32_t i = n; t->config->order == ORDER_RANDOM && i > 1; i--) {
		uint32_t k = (uint32_t)(next_random(t) % i), other = order[i - 1];
		order[i - 1] = order[k];
		order[k] = other;
	}
	return n;
}

/* Removes the threads whose steps may end the wait of a disabled thread: under a bound such a step
 * is dependent on the wait, because it changes which switches count (tree.h). */
static void sleep_drop_waits(struct tree *t, struct path *p, uint32_t waits) {
	const struct sleep_entry *all = p->sleep;
	p->sleep = NULL;
	for (const struct sleep_entry *s = all; s; s = s->up) {
		if (footprint_conflicts(t->footprints, waits, &s->footprint, true))
			continue;
		struct sleep_entry *copy = arena_copy(t->x->pool.arena, s, sizeof *s);
		copy->up = p->sleep;
		p->sleep = copy;
	}
}

/* Adds a thread and its step to the sleep set. */
static void sleep_add(struct tree *t, struct path *p, const struct step_result *made) {
	const struct footprint *footprint = &made->footprint;
	struct arena *a = t->x->pool.arena;
	struct sleep_entry *s = arena_new(a, struct sleep_entry);
	*s = (struct sleep_entry){p->sleep, *footprint, made->wp};
	if (footprint->n)
		s->footprint.span = arena_copy(a, footprint->span, footprint->n * sizeof *footprint->span);
	p->sleep = s;
}

struct choice_point { /* the choices at a node */
	const struct state *st;
	const uint8_t *status;
	uint32_t *order, n;  /* the enabled threads in the order of trying; NO_THREAD: done */
	bool has_choice;     /* more than one thread is enabled */
	bool decided;        /* the first choice is the only one that is explored */
	uint32_t waits;      /* set of the footprints of the waits of disabled threads */
	uint64_t persistent; /* threads that must be tried: tree.h */
	uint64_t tried;
};

/* Is a thread of the persistent set disabled?  Then the threads that may enable it belong to it
 * too. */
static bool has_disabled_member(const struct choice_point *c) {
	for (uint32_t tid = 0; tid < c->st->nthreads; tid++)
		if (c->status[tid] == THREAD_DISABLED && c->persistent & thread_bit(tid))
			return true;
	return false;
}

/* Replaces the threads of the persistent set that do not exist yet by the threads that create them.
 * 'tid', which was just tried, is not added as a creator: its step precedes the creation, so it
 * cannot be reordered with the steps of the created thread. */
static void replace_future(const struct tree *t, struct choice_point *c, uint32_t tid) {
	uint32_t n = c->st->nthreads;
	if (c->persistent == ALL_THREADS)
		return;
	if (n > 63 && c->persistent & thread_bit(63)) { /* threads from 63 on share a bit */
		c->persistent = ALL_THREADS;
		return;
	}
	for (uint32_t future = 63; future >= n; future--) {
		if (!(c->persistent & thread_bit(future)))
			continue;
		if (future == 63 || !t->creators[future]) {
			c->persistent = ALL_THREADS;
			return;
		}
		c->persistent &= ~thread_bit(future);
		c->persistent |= t->creators[future] & ~thread_bit(tid);
	}
}

/* Adds the threads that must be tried after the step 'made' was explored.  See tree.h. */
static void extend_persistent(struct tree *t, struct choice_point *c,
                              const struct step_result *made, const struct path *p,
                              uint32_t summary) {
	uint32_t tid = made->footprint.tid;
	bool ran_last = tid == c->st->tid;
	bool is_first = !c->tried;
	if (!t->reduces || made->dead_end || made->below.revisited <= p->depth || tid >= 64 ||
	    (is_first && !ran_last && !is_unbounded(t))) {
		c->persistent = ALL_THREADS;
		return;
	}
	if (is_unbounded(t)) {
		/* The steps tried so far are this one and those in the sleep set. */
		c->persistent |= footprint_conflicts(t->footprints, summary, &made->footprint, false);
		for (const struct sleep_entry *s = p->sleep; s; s = s->up)
			if (c->tried & thread_bit(s->footprint.tid))
				c->persistent |= footprint_conflicts(t->footprints, summary, &s->footprint, false);
		if (has_disabled_member(c))
			c->persistent = footprint_closure(t->footprints, summary, c->persistent);
		replace_future(t, c, tid);
		return;
	}
	bool is_dependent = !is_first ||
	                    footprint_conflicts(t->footprints, c->waits, &made->footprint, true) ||
	                    footprint_conflicts(t->footprints, summary, &made->footprint, true);
	if (is_dependent)
		c->persistent = footprint_closure(t->footprints, summary, c->persistent | thread_bit(tid));
	replace_future(t, c, tid);
}

/* The summary also has the steps of threads in the sleep set, which are explored elsewhere. */
static void add_sleeping_step(struct tree *t, const struct sleep_entry *s, struct outcome *out) {
	uint32_t set = footprint_set(t->footprints, &s->footprint);
	out->summary = footprint_union(t->footprints, out->summary, set);
}

/* Tries one thread; false: it cannot be chosen. */
static bool try_thread(struct tree *t, struct choice_point *c, uint32_t tid, struct path *p,
                       struct outcome *out) {
	const struct sleep_entry *sleeping = sleep_find(p, tid);
	struct path next = *p;
	if (sleeping) {
		t->x->stats->pruned_por++;
		add_sleeping_step(t, sleeping, out);
		/* Its step is not explored here, but the threads that depend on it must be tried. */
		c->tried |= thread_bit(tid);
		if (is_unbounded(t))
			c->persistent |=
			    footprint_conflicts(t->footprints, out->summary, &sleeping->footprint, false);
		return false;
	}
	if (!spend(c->st, c->status, tid, c->has_choice && !c->decided, &next.left)) {
		out->cut = t->cut = true;
		explored_cut(t);
		return false;
	}
	struct step_result made;
	make_step(t, c->st, tid, next, &made);
	join(t, out, &made.below);
	extend_persistent(t, c, &made, p, out->summary);
	/* The cache records sleep sets of threads below 64. */
	if (t->reduces && tid < 64 && (tid == c->st->tid || is_unbounded(t)))
		sleep_add(t, p, &made);
	c->tried |= thread_bit(tid);
	return true;
}

static void choose(struct tree *t, struct state *st, const uint8_t *status, struct path p,
                   struct outcome *out) {
	struct choice_point c = {.st = st, .status = status, .waits = out->summary};
	c.order = arena_array(t->x->pool.arena, uint32_t, st->nthreads);
	c.n = candidates(t, st, status, c.order);
	c.has_choice = c.n > 1;
	if (p.sleep && !is_unbounded(t))
		sleep_drop_waits(t, &p, c.waits);
	/* Once the decision bound is used up, the first choice is the only one. */
	c.decided = t->bound.decision != NO_BOUND && !p.left.decision && c.n > 1;
	c.decided |= t->config->order == ORDER_GUIDE && c.n > 1;
	if (c.decided) {
		out->cut = t->cut = true;
		c.n = 1;
	}
	/* The first thread that is tried begins the persistent set; each further one may extend it. */
	bool any = false, more = true;
	while (more && !is_over(t)) {
		more = false;
		for (uint32_t i = 0; i < c.n && !is_over(t); i++) {
			uint32_t tid = c.order[i];
			if (tid == NO_THREAD || (any && !(c.persistent & thread_bit(tid))))
				continue;
			const struct sleep_entry *sleeping = any ? NULL : sleep_find(&p, tid);
			if (sleeping) { /* not the first; the persistent set may turn out to contain it */
				add_sleeping_step(t, sleeping, out);
				continue;
			}
			c.order[i] = NO_THREAD;
			any |= try_thread(t, &c, tid, &p, out);
			more = true;
		}
	}
	for (uint32_t i = 0; i < c.n; i++)
		t->x->stats->pruned_por += c.order[i] != NO_THREAD;
}

/* --- Nodes. --- */

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
	/* A signal may interrupt the wait before the thread holds it. */
	bool uninterrupted = !x->prog->interrupt.function;
	term also = !t->trusts_locks || !uninterrupted ? NO_TERM : wait_object(x, view);
	if (also.ix)
		node_note_lock(t, also);
	if (uninterrupted && wait->sync == SYNC_JOIN && holder != NO_THREAD && holder) {
		f.kind = FOOTPRINT_JOIN;
		also = ((const struct created *)(uintptr_t)pmap_get(&view->created, holder))->data;
	}
	f.locks = footprint_held(t->footprints, view, also, t->trusts_locks);
	*w->summary = footprint_union(t->footprints, *w->summary, footprint_set(t->footprints, &f));
}

static term find_enabled(struct tree *t, struct state *st, uint8_t *status, uint32_t *summary) {
	struct waits w = {t, summary};
	struct enabled_query q = {t->decided.at, t->decided.n, add_wait, &w};
	return enabled_status(t->x, st, &q, status);
}

/* The condition of a wait depends on inputs: explores the cases that it holds, and does not. */
static struct outcome split(struct tree *t, struct state *st, struct path p, term condition) {
	struct symex *x = t->x;
	struct outcome out = NOTHING_BELOW;
	term wp = term_false(x->ts);
	struct conditions *all = &t->guided.conditions;
	term cases[] = {condition, term_not(x->ts, condition)};
	for (int i = 0; i < 2 && !is_over(t); i++) {
		struct trail before = trail_mark(x, st->tid);
		struct path next = p;
		if (may_be_taken(t, cases[i], x->assumption.n, &next)) {
			vec_push(&x->assumption, cases[i]);
			vec_push(&t->decided, cases[i]);
			struct outcome o = visit(t, st, next);
			if (t->guided.on) /* each implies its case */
				wp = term_or(x->ts, wp, conditions_term(all, o.wp));
			o.wp = CONDITIONS_TRUE;
			join(t, &out, &o);
			t->decided.n--;
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

struct entry { /* of the cache and the summaries; visit or control 0: none */
	uint32_t state, visit, control;
	struct visit begun;      /* in the names of the key */
	struct visit summarised; /* in its own names */
};

/* The number of names that each thread has used on the path, as a list of t->canon.  Needed only if
 * objects that are gone may have had locks (renaming.h). */
static uint32_t serials_number(struct tree *t) {
	const struct naming *n = &t->naming;
	if (!t->has_dynamic_locks || !t->footprints)
		return 0;
	uint32_t *words = arena_array(t->x->pool.arena, uint32_t, n->serial.n + 1);
	words[0] = (uint32_t)n->serial.n;
	for (size_t i = 0; i < n->serial.n; i++)
		words[i + 1] = n->serial.at[i];
	return canon_tuple(t->canon, words, words[0] + 1);
}

/* Has no object below the visited state a number that one on the path to the state 'now' had? */
static bool names_are_new(const struct tree *t, uint32_t visited, uint32_t now) {
	if (!visited || !now)
		return false;
	const uint32_t *p = canon_tuple_at(t->canon, visited), *q = canon_tuple_at(t->canon, now);
	for (uint32_t i = 1; i <= q[0]; i++)
		if ((i > p[0] ? 0 : p[i]) < q[i])
			return false;
	return true;
}

/* The summary of a visit, in the names of the state that it covers. */
static uint32_t summary_of_visit(struct tree *t, const struct visit *v, uint32_t renaming,
                                 uint32_t serials) {
	if (!t->footprints || !v->finished)
		return FOOTPRINT_NONE;
	bool lasting = names_are_new(t, v->serials, serials);
	if (v->renaming == renaming && (lasting || !t->has_dynamic_locks))
		return v->summary;
	/* Whoever creates threads below the visited state has another number here. */
	for (uint32_t tid = 0; tid < 64 && t->symmetry; tid++)
		t->creators[tid] |=
		    renaming_translate(t->renaming, t->creators[tid], v->renaming, renaming);
	return renaming_summary(t->renaming, t->footprints, v->summary, v->renaming, renaming, lasting);
}

/* The outcome of a visit that was made before. */
static void use_visit(struct tree *t, const struct visit *v, uint32_t summary,
                      struct outcome *out) {
	*out = NOTHING_BELOW;
	out->summary = summary;
	out->revisited = v->finished ? NO_REVISIT : v->depth;
	out->cut = v->cut;
	out->too_short = v->too_short;
	if (v->cut)
		t->cut = true;
	if (t->guided.on)
		out->wp = v->wp;
	explored_seen(t);
}

/* Does the state satisfy the precondition of an earlier visit? */
static bool is_summarised(struct tree *t, struct state *st, struct entry *entry,
                          struct outcome *out) {
	entry->control = node_control(t, st);
	const struct visit *v = summaries_find(t, st, entry->control, &entry->summarised);
	/* Locks of objects that are made below may have the names of others on the path. */
	if (!v || (t->has_dynamic_locks && t->footprints &&
	           !names_are_new(t, v->serials, entry->summarised.serials)))
		return false;
	t->x->stats->pruned_summaries++;
	use_visit(t, v, v->summary, out);
	entry->control = 0;
	return true;
}

/* Is the state equal to one that was visited before? */
static bool is_known(struct tree *t, const struct entry *entry, struct outcome *out) {
	const struct visit *now = &entry->begun;
	uint32_t found = cache_find(t->cache, entry->state, now->budget, now->sleep_set, now->rounds);
	if (!found)
		return false;
	const struct visit *v = cache_at(t->cache, found);
	t->x->stats->pruned_cache++;
	use_visit(t, v, summary_of_visit(t, v, now->renaming, now->serials), out);
	if (t->guided.on && v->renaming != now->renaming)
		out->wp = CONDITIONS_FALSE; /* it names other objects */
	return true;
}

/* Was the state visited before?  Otherwise *entry is the visit that begins; 'finish' ends it. */
static bool is_visited(struct tree *t, struct state *st, const struct path *p, struct entry *entry,
                       struct outcome *out) {
	if (!t->cache)
		return false;
	uint64_t sleep_set = sleep_threads(p);
	bool exact = tree_reduces_by(t, REDUCTION_STATE_CACHE);
	/* The control state has the loop counters. */
	entry->summarised = cache_begin(t->cache, p->left, sleep_set, 0, p->depth);
	entry->summarised.serials = serials_number(t);
	if (exact) {
		entry->state = node_key(t, st, p->is_feasible, sleep_set);
		entry->begun = entry->summarised;
		entry->begun.sleep_set = renaming_threads(t->renaming, sleep_set);
		entry->begun.rounds = node_rounds(t, st);
		if (t->footprints || t->guided.on)
			entry->begun.renaming = renaming_list(t->renaming);
		if (is_known(t, entry, out))
			return true;
	}
	if (t->guided.active && is_summarised(t, st, entry, out))
		return true;
	if (exact)
		entry->visit = cache_add(t->cache, entry->state, &entry->begun);
	return false;
}

static void add_summary(struct tree *t, struct entry *entry, const struct outcome *out) {
	visit_finish(&entry->summarised, out->summary, out->cut, out->too_short);
	entry->summarised.wp = out->wp;
	summaries_add(t, entry->control, &entry->summarised);
	if (entry->visit)
		cache_set_wp(t->cache, entry->visit, out->wp);
}

static void finish(struct tree *t, struct entry *entry, uint32_t depth, struct outcome *out) {
	/* The state of an unfinished node further up recurs below: the summary is not complete. */
	bool is_incomplete = out->revisited < depth;
	if (out->revisited >= depth)
		out->revisited = NO_REVISIT;
	if (entry->control && !is_over(t) && !is_incomplete)
		add_summary(t, entry, out);
	if (!entry->visit)
		return;
	if (is_over(t))
		cache_abandon(t->cache, entry->state, entry->visit);
	else
		cache_finish(t->cache, entry->visit, is_incomplete ? FOOTPRINT_ANYTHING : out->summary,
		             out->cut || is_incomplete, out->too_short || is_incomplete);
}

/* The part of a node's precondition that is not about the steps explored from it: the waits, and
 * the threads of the sleep set. */
static void demand_node(struct tree *t, const struct state *st, const struct path *p,
                        struct outcome *out) {
	if (!t->guided.active)
		demand(t, out, CONDITIONS_FALSE);
	for (const struct sleep_entry *s = p->sleep; s; s = s->up)
		demand(t, out, s->wp);
	if (out->wp != CONDITIONS_FALSE)
		demand(t, out, precondition_waits(t, st));
}

static struct outcome visit(struct tree *t, struct state *st, struct path p) {
	struct symex *x = t->x;
	struct outcome out = NOTHING_BELOW;
	if (p.depth > MAX_DEPTH)
		t->paused = t->too_deep = true;
	if (is_over(t))
		return out;
	x->stats->nodes++;
	work_add(WORK_NODE);
	uint64_t runs_before = x->stats->runs;
	if (t->guided.on && x->stats->nodes >= t->guided.until)
		summaries_decide(t);
	struct trail before = trail_mark(x, st->tid);
	uint8_t *status = arena_array(x->pool.arena, uint8_t, st->nthreads);
	struct entry entry = {0};
	if (st->frame && switch_is_spawn(x, st)) {
		struct step_result made;
		make_step(t, st, st->tid, p, &made);
		out = made.below;
		out.dead_end = made.dead_end;
	} else {
		/* The checks of a state are undone: a replay executes only the steps. */
		struct trail before_checks = trail_mark(x, st->tid);
		term undecided = find_enabled(t, st, status, &out.summary);
		if (undecided.ix) {
			trail_undo(x, &before);
			return split(t, st, p, undecided);
		}
		bool stuck = enabled_deadlock(x, st, status);
		if (t->config->race_check)
			race_check(x, st);
		if (stuck)
			x->stats->interleavings++;
		struct outcome known;
		bool over = node_check(t);
		explored_fail(t);
		trail_undo(x, &before_checks);
		if (!over && !stuck) {
			if (is_visited(t, st, &p, &entry, &known))
				join(t, &out, &known);
			else
				choose(t, st, status, p, &out);
		}
		if (t->guided.on && !over)
			demand_node(t, st, &p, &out);
	}
	trail_undo(x, &before);
	finish(t, &entry, p.depth, &out);
	x->stats->runs += x->stats->runs == runs_before; /* the path ends here */
	return out;
}

/* --- The root. --- */

void tree_explore(struct tree *t, const struct state *root) {
	struct symex *x = t->x;
	t->cut = false;
	x->stats->interleavings = x->stats->failed = 0;
	x->stats->context_bound = t->bound.context;
	struct path p = {.left = t->bound, .is_feasible = !x->assumption.n};
	struct step_result made;
	make_step(t, root, 0, p, &made);
}
