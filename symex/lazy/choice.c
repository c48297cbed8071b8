#include "symex/lazy/choice.h"

#include "goto/program/monitor.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/lazy/experience.h"
#include "symex/lazy/explored.h"
#include "symex/lazy/sleep.h"
#include "symex/memory/pending.h"
#include "symex/symex_stats.h"
#include "symex/step/thread/thread.h"

/* Charges the choice of the actor to the budget; false: a bound excludes it. */
static bool spend(const struct state *st, const uint8_t *status, struct actor a, bool is_decision,
                  struct budget *left) {
	bool runs = a.kind == ACTOR_THREAD; /* a store that reaches memory is no switch */
	bool is_switch = runs && a.tid != st->tid && enabled_has_choice(st, status, a.tid);
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

/* The enabled actors, in the order in which they are tried. */
static uint32_t candidates(struct tree *t, const struct state *st, const uint8_t *status,
                           uint32_t end_new, struct actor *order) {
	uint32_t n = actors_enabled(t, st, status, guided_thread(t, st), end_new, order);
	if (t->experience && n > 1 && n <= MAX_RENAMED && node_is_unbounded(t))
		experience_sort(t, st, order, n);
	for (uint32_t i = n; t->config->order == ORDER_RANDOM && i > 1; i--) {
		uint32_t k = (uint32_t)(next_random(t) % i);
		struct actor other = order[i - 1];
		order[i - 1] = order[k];
		order[k] = other;
	}
	return n;
}

struct choice_point { /* the choices at a node */
	const struct state *st;
	const uint8_t *status;
	struct actor *order; /* the enabled ones in the order of trying; NO_ACTOR: done */
	uint32_t n;          /* of them */
	bool has_choice;     /* more than one is enabled */
	bool decided;        /* the first choice is the only one that is explored */
	bool leaves_out;     /* the context bound excludes all threads that have not begun */
	uint32_t next_new;   /* threads from here on that have not begun are not in 'order' */
	uint32_t waits;      /* set of the footprints of the waits of disabled threads */
	uint64_t persistent; /* actors that must be tried: tree.h */
	uint64_t tried;
	uint64_t spinning; /* those of them whose step leads back to this state */
};

/* Is a thread of the persistent set disabled, or does it wait actively?  Then the threads that may
 * enable it belong to it too. */
static bool has_disabled_member(const struct choice_point *c) {
	for (uint32_t tid = 0; tid < c->st->nthreads; tid++)
		if (c->status[tid] == THREAD_DISABLED && c->persistent & thread_bit(tid))
			return true;
	return c->persistent & c->spinning;
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
	uint32_t last = actors_buffer(t) ? BUFFER_THREADS - 1 : 63;
	for (uint32_t future = last; future >= n; future--) {
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

/* A buffer of the persistent set that has no store is filled by its thread, and a thread that waits
 * for its buffer goes on when that is empty.  Under STORE_BY_LOCATION a store that the thread makes
 * later may leave before those that are in the buffer now.  true: the set has grown. */
static bool couple(const struct tree *t, struct choice_point *c) {
	uint64_t before = c->persistent;
	for (uint32_t tid = 0; tid < BUFFER_THREADS && actors_buffer(t); tid++) {
		bool exists = tid < c->st->nthreads;
		bool has_store = exists && pending_of(c->st, tid);
		if (c->persistent & thread_bit(actor_buffer(tid)) &&
		    (!has_store || t->model->store == STORE_BY_LOCATION))
			c->persistent |= thread_bit(tid);
		if (exists && c->status[tid] == THREAD_DRAINS && c->persistent & thread_bit(tid))
			c->persistent |= thread_bit(actor_buffer(tid));
	}
	return c->persistent != before;
}

/* The threads on which those of the set depend. */
static void close_persistent(struct tree *t, struct choice_point *c, uint32_t summary) {
	do
		c->persistent = footprint_closure(t->footprints, summary, c->persistent);
	while (couple(t, c));
}

/* Adds the threads that must be tried after the step 'made' was explored.  See tree.h. */
static void extend_persistent(struct tree *t, struct choice_point *c,
                              const struct step_result *made, const struct path *p,
                              uint32_t summary) {
	uint32_t tid = made->footprint.tid;
	bool ran_last = tid == c->st->tid;
	bool is_first = !c->tried;
	if (!t->reduces || made->dead_end || made->below.revisited <= p->depth || tid >= 64 ||
	    (!node_is_unbounded(t) && (actors_buffer(t) || (is_first && !ran_last)))) {
		c->persistent = ALL_THREADS;
		return;
	}
	if (node_is_unbounded(t)) {
		/* The steps tried so far are this one and those in the sleep set. */
		c->persistent |= footprint_conflicts(t->footprints, summary, &made->footprint, false);
		for (const struct sleep_entry *s = p->sleep; s; s = s->up)
			if (c->tried & thread_bit(s->footprint.tid))
				c->persistent |= footprint_conflicts(t->footprints, summary, &s->footprint, false);
		couple(t, c);
		if (has_disabled_member(c))
			close_persistent(t, c, summary);
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
static void add_sleeping_step(struct tree *t, const struct sleep_entry *s,
                              struct subtree_outcome *out) {
	out->summary = footprint_union(t->footprints, out->summary, s->set);
}

/* Under a bound only the thread that ran last sleeps, and no actor where there are buffers.  The
 * stores of a buffer have one number, so they sleep only where one of them comes after the other.
 * The cache records sleep sets of numbers below 64. */
static bool may_sleep(const struct tree *t, const struct state *st, struct actor a) {
	if (!t->reduces || actor_number(a) >= 64)
		return false;
	if (a.kind == ACTOR_BUFFER && t->model->store == STORE_BY_LOCATION)
		return false;
	return node_is_unbounded(t) || (a.tid == st->tid && !actors_buffer(t));
}

/* Among many threads, those that have not begun and share the last bit of sets of threads are tried
 * one after the other, by their numbers, and not listed: there may be thousands of them, at each
 * node of the path. */
static bool lists_new_threads(const struct tree *t, const struct state *st) {
	return st->nthreads <= MAX_RENAMED || t->config->order != ORDER_SWITCHES || actors_buffer(t) ||
	       t->bound.decision != NO_BOUND || t->bound.preemption != NO_BOUND;
}

/* Once the context bound is used up, it excludes each thread that has not begun, if another thread
 * is enabled (spend, enabled_has_choice). */
static bool excludes_new_threads(const struct state *st, const uint8_t *status,
                                 const struct path *p) {
	uint32_t enabled = 0, begun = 0;
	if (p->left.context)
		return false;
	for (uint32_t tid = 0; tid < st->nthreads && enabled < 2; tid++)
		enabled += status[tid] == THREAD_ENABLED;
	for (uint32_t tid = 0; state_next_begun(st, tid, &tid); tid++)
		begun++;
	return enabled > 1 && begun < st->nthreads;
}

static bool is_new(const struct state *st, uint32_t tid) {
	return tid != st->tid && !pmap_get(&st->begun, tid + 1);
}

/* The next thread that is not listed; NO_ACTOR: there is none. */
static struct actor next_new(struct choice_point *c) {
	while (c->next_new < c->st->nthreads && !is_new(c->st, c->next_new))
		c->next_new++;
	return c->next_new < c->st->nthreads ? actor_thread(c->next_new++) : NO_ACTOR;
}

/* Would one of the threads that are left out have been tried? */
static bool misses_new_threads(const struct choice_point *c, bool any) {
	uint64_t begun = 0;
	for (uint32_t tid = 0; state_next_begun(c->st, tid, &tid) && tid < 63; tid++)
		begun |= thread_bit(tid);
	return c->leaves_out && (!any || c->persistent & ~begun);
}

/* Tries one actor; false: it cannot be chosen. */
static bool try_actor(struct tree *t, struct choice_point *c, struct actor actor, struct path *p,
                      struct subtree_outcome *out) {
	uint32_t tid = actor_number(actor);
	const struct sleep_entry *sleeping = sleep_find(p, tid);
	struct path next = *p;
	if (sleeping) {
		t->x->stats->pruned_por++;
		add_sleeping_step(t, sleeping, out);
		/* Its step is not explored here, but the threads that depend on it must be tried. */
		c->tried |= actor_bit(actor);
		if (node_is_unbounded(t))
			c->persistent |=
			    footprint_conflicts(t->footprints, out->summary, &sleeping->footprint, false);
		return false;
	}
	if (!spend(c->st, c->status, actor, c->has_choice && !c->decided, &next.left)) {
		out->cut = t->end.cut = true;
		explored_cut(t);
		return false;
	}
	struct step_result made;
	edge_explore(t, c->st, actor, next, &made);
	/* A step that leads back here counts as a wait: its thread is not the first that is tried. */
	bool spins = made.spins && t->reduces && node_is_unbounded(t) && tid < 63;
	if (spins)
		made.below.revisited = NO_REVISIT;
	outcome_join(t, out, &made.below);
	if (spins)
		c->spinning |= actor_bit(actor);
	else
		extend_persistent(t, c, &made, p, out->summary);
	if (may_sleep(t, c->st, actor))
		sleep_add(t, p, &made.footprint, made.set, made.wp);
	c->tried |= actor_bit(actor);
	return !spins;
}

void choice_explore(struct tree *t, struct state *st, const uint8_t *status, struct path p,
                    struct subtree_outcome *out) {
	struct choice_point c = {.st = st, .status = status, .waits = out->summary};
	enum { SHARED_BIT = 63 };
	bool lists_all = lists_new_threads(t, st);
	c.leaves_out = !lists_all && excludes_new_threads(st, status, &p);
	uint32_t listed = lists_all ? st->nthreads : c.leaves_out ? 0 : SHARED_BIT, most = listed;
	for (uint32_t tid = listed; !lists_all && state_next_begun(st, tid, &tid); tid++)
		most++;
	c.next_new = c.leaves_out || lists_all ? st->nthreads : SHARED_BIT;
	c.order =
	    arena_array(t->x->pool.arena, struct actor, lists_all ? actors_most(t, st) : most + 1);
	c.n = candidates(t, st, status, listed, c.order);
	c.has_choice = c.n > 1 || !lists_all;
	if (p.sleep && !node_is_unbounded(t))
		sleep_drop_waits(t, &p, c.waits);
	/* Once the decision bound is used up, the first choice is the only one. */
	c.decided = t->bound.decision != NO_BOUND && !p.left.decision && c.n > 1;
	c.decided |= t->config->order == ORDER_GUIDE && c.n > 1;
	if (c.decided) {
		out->cut = t->end.cut = true;
		c.n = 1;
	}
	/* The first one that is tried begins the persistent set; each further one may extend it. */
	bool any = false, more = true;
	struct actor first = c.n ? c.order[0] : NO_ACTOR;
	uint32_t ntried = 0;
	while (more && !node_is_over(t)) {
		more = false;
		couple(t, &c);
		for (uint32_t i = 0; i < c.n && !node_is_over(t); i++) {
			struct actor actor = c.order[i];
			if (actor_is_none(actor) || (any && !(c.persistent & actor_bit(actor))))
				continue;
			const struct sleep_entry *sleeping = any ? NULL : sleep_find(&p, actor_number(actor));
			if (sleeping) { /* not the first; the persistent set may turn out to contain it */
				add_sleeping_step(t, sleeping, out);
				continue;
			}
			c.order[i] = NO_ACTOR;
			any |= try_actor(t, &c, actor, &p, out);
			ntried++;
			more = true;
		}
		struct actor new = NO_ACTOR;
		while (!node_is_over(t) && (!any || c.persistent & thread_bit(SHARED_BIT)) &&
		       !actor_is_none(new = next_new(&c))) {
			any |= try_actor(t, &c, new, &p, out);
			more = true;
		}
	}
	if (misses_new_threads(&c, any) && !node_is_over(t)) {
		out->cut = t->end.cut = true;
		explored_cut(t);
	}
	/* Under a bound more threads are tried, so nothing is learnt for the search without one. */
	if (t->experience && c.n > 1 && c.n <= MAX_RENAMED && !node_is_over(t) && node_is_unbounded(t))
		experience_add(t, st, first, ntried > 1);
	for (uint32_t i = 0; i < c.n; i++)
		t->x->stats->pruned_por += !actor_is_none(c.order[i]);
}
