/* Nodes and steps: the algorithm that tree.h describes. */

#include "symex/explore/dead.h"
#include "symex/explore/explore.h"
#include "symex/explore/race.h"
#include "symex/lazy/explored.h"
#include "symex/lazy/node.h"
#include "symex/query/vc.h"
#include "symex/replay/replay.h"
#include "symex/step/step.h"
#include "symex/step/switch.h"
#include "symex/step/thread.h"
#include "symex/step/wait.h"

enum { NOT_OPEN = UINT32_MAX };

struct outcome { /* of everything below a node */
	uint32_t summary;
	uint32_t open;  /* least depth of a node on this path that was met again */
	bool cut;       /* by a bound of schedules */
	bool too_short; /* a loop was cut */
	bool dead_end;  /* the step that creating a thread interrupted ended an execution */
};

static const struct outcome NOTHING_BELOW = {.summary = FOOTPRINT_NONE, .open = NOT_OPEN};

struct made {               /* a step, seen from its node */
	struct footprint print; /* with the locks held before; touches are valid until the next step */
	bool dead_end;
	struct outcome below;
};

static struct outcome visit(struct tree *, struct state *, struct path);

static bool is_over(struct tree *t) {
	if (t->last_node && t->x->stats->nodes > t->last_node)
		t->late = true;
	return t->late || node_over(t);
}

static void join(struct tree *t, struct outcome *into, const struct outcome *o) {
	if (t->footprints)
		into->summary = footprint_union(t->footprints, into->summary, o->summary);
	if (o->open < into->open)
		into->open = o->open;
	into->cut |= o->cut;
	into->too_short |= o->too_short;
	into->dead_end |= o->dead_end;
}

/* --- One step. --- */

static bool is_unbounded(const struct tree *t) {
	return t->bound.context == NO_BOUND;
}

static bool may_be_taken(struct tree *t, term condition, bool new_assumptions, struct path *p) {
	struct symex *x = t->x;
	if (term_is_false(x->ts, condition))
		return false;
	if (term_is_true(x->ts, condition) && !new_assumptions)
		return true;
	enum answer a = tree_reduces_by(t, REDUCTION_PRUNE) ? vc_path(x, x->assumption.n, condition)
	                                                    : ANSWER_UNKNOWN;
	p->is_feasible = a == ANSWER_SAT;
	if (a != ANSWER_UNSAT)
		return true;
	x->stats->pruned_infeasible++;
	return false;
}

/* The threads that still sleep after a step. */
static const struct sleeper *still_asleep(struct tree *t, const struct sleeper *s,
                                          const struct footprint *step) {
	if (!s)
		return NULL;
	const struct sleeper *rest = still_asleep(t, s->up, step);
	bool wakes = s->print.tid == step->tid;
	for (size_t i = 0; i < step->n && !wakes; i++)
		for (size_t k = 0; k < s->print.n && !wakes; k++)
			wakes = span_conflict(&step->span[i], &s->print.span[k]);
	if (wakes)
		return rest;
	if (rest == s->up)
		return s;
	struct sleeper *copy = arena_copy(t->x->pool.arena, s, sizeof *s);
	copy->up = rest;
	return copy;
}

static void visit_children(struct tree *t, struct state *const *child, size_t n, struct path p,
                           bool new_assumptions, const struct picture_step *picture,
                           struct outcome *out) {
	struct symex *x = t->x;
	for (size_t i = 0; i < n && !is_over(t); i++) {
		struct state *st = child[i];
		term condition = state_guard(x, st);
		struct trail before = trail_mark(x, st->tid);
		struct path next = p;
		if (may_be_taken(t, condition, new_assumptions, &next)) {
			if (!term_is_true(x->ts, condition))
				vec_push(&x->assumption, condition);
			st->guard = NULL;
			dead_forget(x, t->live, st);
			picture_enter(t, picture, i, st);
			struct outcome o = visit(t, st, next);
			picture_leave(t, picture);
			join(t, out, &o);
		}
		trail_undo(x, &before);
	}
}

/* Who it is that the step waits for, if it is a join. */
static const struct created *joined_thread(struct tree *t, struct state *st) {
	uint32_t holder = wait_holder(t->x, st);
	if (holder == NO_THREAD)
		return NULL;
	return (const struct created *)(uintptr_t)pmap_get(&st->created, holder);
}

/* As the others see the step: with the lock that it waits for and gets, or the thread it joins. */
static struct footprint seen_step(struct tree *t, struct state *before, struct state *const *after,
                                  size_t n, struct footprint print) {
	const struct ins *wait = wait_ins(before);
	if (!wait)
		return print;
	if (t->x->prog->interrupt.function) { /* perhaps it was not over, but interrupted */
		print.kind = FOOTPRINT_WAIT;
		return print;
	}
	struct state view = *before;
	const struct created *joined = wait->sync == SYNC_JOIN ? joined_thread(t, before) : NULL;
	if (n == 1 && after[0]->held && after[0]->held->up == before->held)
		view.held = after[0]->held;
	print.kind = joined ? FOOTPRINT_JOIN : FOOTPRINT_WAIT;
	print.locks = footprint_held(t->footprints, &view, joined ? joined->data : NO_TERM, t->trusts);
	return print;
}

/* What comes after a wait in a step that runs on is not done by waiting. */
static uint32_t summary_of_step(struct tree *t, struct state *before, struct state *const *after,
                                size_t n, struct footprint print) {
	struct footprint seen = seen_step(t, before, after, n, print), rest = seen;
	if (t->runs_on) {
		seen.n = t->log.first - (size_t)(print.span - t->log.at.at);
		rest.kind = FOOTPRINT_PLAIN;
	}
	rest.span += seen.n;
	rest.n -= seen.n;
	uint32_t first = footprint_set(t->footprints, &seen),
	         then = footprint_set(t->footprints, &rest);
	return footprint_union(t->footprints, first, then);
}

/* Once all decisions are made, nobody looks at the states in between. */
static bool is_undivided(const struct tree *t, const struct path *p) {
	return t->bound.decision != NO_BOUND && !p->left.decision && !t->config->race_check;
}

/* Makes the step of 'tid' at 'st' and visits what it leads to. */
static void make_step(struct tree *t, const struct state *st, uint32_t tid, struct path p,
                      struct made *made) {
	struct symex *x = t->x;
	struct trail before = trail_mark(x, tid);
	struct state first;
	struct picture_step picture = picture_begin(t, st, tid);
	state_fork(x, st, &first);
	thread_switch(x, &first, tid);
	struct state start = first;
	first.resumed = true;
	t->undivided = is_undivided(t, &p);
	vec_push(&t->schedule, tid | (t->undivided ? UNDIVIDED : 0));
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
	for (uint32_t born = st->nthreads; n && born < child[0]->nthreads && born < 64; born++)
		t->creators[born] |= thread_bit(tid);
	bool new_assumptions = x->assumption.n > before.nassumed;
	made->print = (struct footprint){.tid = tid, .n = t->log.at.n - logged};
	made->print.span = t->log.at.at + logged;
	made->dead_end = x->effects.dead_end;
	made->below = NOTHING_BELOW;
	if (t->footprints) {
		made->print.locks = footprint_held(t->footprints, &start, NO_TERM, t->trusts);
		made->below.summary = summary_of_step(t, &start, child, n, made->print);
		p.sleep = still_asleep(t, p.sleep, &made->print);
	}
	x->stats->interleavings += x->effects.program_end || !n;
	p.depth++;
	made->below.too_short = x->cut.n > before.ncuts;
	bool over = node_check(t);
	picture_end(t, &picture, n);
	if (!over)
		visit_children(t, child, n, p, new_assumptions, &picture, &made->below);
	made->dead_end |= made->below.dead_end;
	made->below.dead_end = false;
	trail_undo(x, &before);
	t->schedule.n--;
	made->print.span = t->log.at.at + logged;
}

/* --- Choices. --- */

static uint64_t sleeping_set(const struct path *p) {
	uint64_t set = 0;
	for (const struct sleeper *s = p->sleep; s; s = s->up)
		if (s->print.tid < 64)
			set |= 1ull << s->print.tid;
	return set;
}

static const struct sleeper *find_sleeper(const struct path *p, uint32_t tid) {
	for (const struct sleeper *s = p->sleep; s; s = s->up)
		if (s->print.tid == tid)
			return s;
	return NULL;
}

/* What is left after 'tid' was chosen; false: a bound rules it out. */
static bool pay(const struct state *st, const uint8_t *status, uint32_t tid, bool is_decision,
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

struct choice_view { /* what the monitor may look at */
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

/* The threads that could go on, in the order in which they are tried. */
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

/* Under a bound it matters whether a thread is blocked: what ends its wait is not made earlier. */
static void wake_for(struct tree *t, struct path *p, uint32_t waits) {
	const struct sleeper *all = p->sleep;
	p->sleep = NULL;
	for (const struct sleeper *s = all; s; s = s->up) {
		if (footprint_conflicts(t->footprints, waits, &s->print, true))
			continue;
		struct sleeper *copy = arena_copy(t->x->pool.arena, s, sizeof *s);
		copy->up = p->sleep;
		p->sleep = copy;
	}
}

static void put_to_sleep(struct tree *t, struct path *p, const struct footprint *print) {
	struct arena *a = t->x->pool.arena;
	struct sleeper *s = arena_new(a, struct sleeper);
	*s = (struct sleeper){p->sleep, *print};
	if (print->n)
		s->print.span = arena_copy(a, print->span, print->n * sizeof *print->span);
	p->sleep = s;
}

struct choice_point { /* the choices at a node */
	const struct state *st;
	const uint8_t *status;
	uint32_t *order, n;
	bool has_choice, decided;
	uint32_t waits;  /* summary of the threads that wait */
	uint64_t needed; /* threads that must be tried */
	uint64_t tried;
};

/* Is a thread that must be tried not able to go on?  Then who lets it must be tried as well. */
static bool needs_blocked(const struct choice_point *c) {
	for (uint32_t tid = 0; tid < c->st->nthreads; tid++)
		if (c->status[tid] == THREAD_DISABLED && c->needed & thread_bit(tid))
			return true;
	return false;
}

/* A thread that does not live yet can be let run only by who creates it; and what comes before the
 * step that leads to its creation, in the same thread, cannot change places with it. */
static void replace_unborn(const struct tree *t, struct choice_point *c, uint32_t tid) {
	uint32_t n = c->st->nthreads;
	if (c->needed == ALL_THREADS)
		return;
	if (n > 63 && c->needed & thread_bit(63)) { /* alive or not cannot be told */
		c->needed = ALL_THREADS;
		return;
	}
	for (uint32_t unborn = 63; unborn >= n; unborn--) {
		if (!(c->needed & thread_bit(unborn)))
			continue;
		if (unborn == 63 || !t->creators[unborn]) {
			c->needed = ALL_THREADS;
			return;
		}
		c->needed &= ~thread_bit(unborn);
		c->needed |= t->creators[unborn] & ~thread_bit(tid);
	}
}

/* After a step: which threads must be tried besides?  See tree.h. */
static void need_more(struct tree *t, struct choice_point *c, const struct made *made,
                      const struct path *p, uint32_t summary) {
	uint32_t tid = made->print.tid;
	bool stays = tid == c->st->tid;
	bool is_first = !c->tried;
	if (!t->reduces || made->dead_end || made->below.open <= p->depth || tid >= 64 ||
	    (is_first && !stays && !is_unbounded(t))) {
		c->needed = ALL_THREADS;
		return;
	}
	if (is_unbounded(t)) {
		/* Every step tried so far sleeps by now, or is this one. */
		c->needed |= footprint_conflicts(t->footprints, summary, &made->print, false);
		for (const struct sleeper *s = p->sleep; s; s = s->up)
			if (c->tried & thread_bit(s->print.tid))
				c->needed |= footprint_conflicts(t->footprints, summary, &s->print, false);
		if (needs_blocked(c))
			c->needed = footprint_closure(t->footprints, summary, c->needed);
		replace_unborn(t, c, tid);
		return;
	}
	bool matters = !is_first || footprint_conflicts(t->footprints, c->waits, &made->print, true) ||
	               footprint_conflicts(t->footprints, summary, &made->print, true);
	if (matters)
		c->needed = footprint_closure(t->footprints, summary, c->needed | thread_bit(tid));
	replace_unborn(t, c, tid);
}

static void add_pending(struct tree *t, const struct sleeper *s, struct outcome *out) {
	uint32_t pending = footprint_set(t->footprints, &s->print);
	out->summary = footprint_union(t->footprints, out->summary, pending);
}

/* Tries one thread; false: it cannot be chosen. */
static bool try_thread(struct tree *t, struct choice_point *c, uint32_t tid, struct path *p,
                       struct outcome *out) {
	const struct sleeper *asleep = find_sleeper(p, tid);
	struct path next = *p;
	if (asleep) {
		t->x->stats->pruned_por++;
		add_pending(t, asleep, out);
		/* It need not go first, but who depends on its step must be tried all the same. */
		c->tried |= thread_bit(tid);
		if (is_unbounded(t))
			c->needed |= footprint_conflicts(t->footprints, out->summary, &asleep->print, false);
		return false;
	}
	if (!pay(c->st, c->status, tid, c->has_choice && !c->decided, &next.left)) {
		out->cut = t->cut = true;
		picture_cut(t);
		return false;
	}
	struct made made;
	make_step(t, c->st, tid, next, &made);
	join(t, out, &made.below);
	need_more(t, c, &made, p, out->summary);
	/* The cache knows who sleeps among the first 64. */
	if (t->reduces && tid < 64 && (tid == c->st->tid || is_unbounded(t)))
		put_to_sleep(t, p, &made.print);
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
		wake_for(t, &p, c.waits);
	/* Once the decisions are used up, the first choice is the only one. */
	c.decided = t->bound.decision != NO_BOUND && !p.left.decision && c.n > 1;
	c.decided |= t->config->order == ORDER_GUIDE && c.n > 1;
	if (c.decided) {
		out->cut = t->cut = true;
		c.n = 1;
	}
	/* The first that can be chosen says whether others matter; those may again need others. */
	bool any = false, more = true;
	while (more && !is_over(t)) {
		more = false;
		for (uint32_t i = 0; i < c.n && !is_over(t); i++) {
			uint32_t tid = c.order[i];
			if (tid == NO_THREAD || (any && !(c.needed & thread_bit(tid))))
				continue;
			const struct sleeper *asleep = any ? NULL : find_sleeper(&p, tid);
			if (asleep) { /* not the first, but it may turn out to be needed */
				add_pending(t, asleep, out);
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
	uint32_t *summary; /* what they read */
};

/* What the wait of a disabled thread reads, as if it held what it waits for. */
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
	/* Signals interrupt it although it does not hold that. */
	bool alone = !x->prog->interrupt.function;
	term also = !t->trusts || !alone ? NO_TERM : wait_object(x, view);
	if (alone && wait->sync == SYNC_JOIN && holder != NO_THREAD && holder) {
		f.kind = FOOTPRINT_JOIN;
		also = ((const struct created *)(uintptr_t)pmap_get(&view->created, holder))->data;
	}
	f.locks = footprint_held(t->footprints, view, also, t->trusts);
	*w->summary = footprint_union(t->footprints, *w->summary, footprint_set(t->footprints, &f));
}

static term find_enabled(struct tree *t, struct state *st, uint8_t *status, uint32_t *summary) {
	struct waits w = {t, summary};
	struct enabled_query q = {t->decided.at, t->decided.n, add_wait, &w};
	return enabled_status(t->x, st, &q, status);
}

/* A wait depends on inputs: first the executions in which it is over, then the others. */
static struct outcome split(struct tree *t, struct state *st, struct path p, term condition) {
	struct symex *x = t->x;
	struct outcome out = NOTHING_BELOW;
	term cases[] = {condition, term_not(x->ts, condition)};
	for (int i = 0; i < 2 && !is_over(t); i++) {
		struct trail before = trail_mark(x, st->tid);
		struct path next = p;
		if (may_be_taken(t, cases[i], true, &next)) {
			vec_push(&x->assumption, cases[i]);
			vec_push(&t->decided, cases[i]);
			struct outcome o = visit(t, st, next);
			join(t, &out, &o);
			t->decided.n--;
		}
		trail_undo(x, &before);
	}
	return out;
}

struct entry { /* of a visit in the cache; visit 0: none */
	uint32_t state, visit;
};

/* A state that was visited before; *entry: this visit, to be finished. */
static bool is_known(struct tree *t, struct state *st, const struct path *p, struct entry *entry,
                     struct outcome *out) {
	if (!t->cache)
		return false;
	entry->state = node_key(t, st, p->is_feasible);
	uint64_t sleeping = sleeping_set(p);
	uint32_t rounds = node_rounds(t, st);
	uint32_t found = cache_find(t->cache, entry->state, p->left, sleeping, rounds);
	if (!found) {
		entry->visit = cache_add(t->cache, entry->state, p->left, sleeping, rounds, p->depth);
		return false;
	}
	const struct visit *v = cache_at(t->cache, found);
	t->x->stats->pruned_cache++;
	picture_seen(t);
	*out = NOTHING_BELOW;
	out->summary = v->finished ? v->summary : FOOTPRINT_NONE;
	out->open = v->finished ? NOT_OPEN : v->depth;
	out->cut = v->cut;
	out->too_short = v->too_short;
	if (v->cut)
		t->cut = true;
	return true;
}

static void finish(struct tree *t, struct entry entry, uint32_t depth, struct outcome *out) {
	/* What is below depends on a node further up that is not finished: little can be said. */
	bool unknown = out->open < depth;
	if (out->open >= depth)
		out->open = NOT_OPEN;
	if (!entry.visit)
		return;
	if (is_over(t))
		cache_give_up(t->cache, entry.state, entry.visit);
	else
		cache_finish(t->cache, entry.visit, unknown ? FOOTPRINT_ANYTHING : out->summary,
		             out->cut || unknown, out->too_short || unknown);
}

static struct outcome visit(struct tree *t, struct state *st, struct path p) {
	struct symex *x = t->x;
	struct outcome out = NOTHING_BELOW;
	if (p.depth > MAX_DEPTH)
		t->late = t->too_deep = true;
	if (is_over(t))
		return out;
	x->stats->nodes++;
	struct trail before = trail_mark(x, st->tid);
	uint8_t *status = arena_array(x->pool.arena, uint8_t, st->nthreads);
	struct entry entry = {0, 0};
	if (st->frame && switch_is_spawn(x, st)) {
		struct made made;
		make_step(t, st, st->tid, p, &made);
		out = made.below;
		out.dead_end = made.dead_end;
	} else {
		/* Looking at a state must leave nothing behind that a replay would not find. */
		struct trail looking = trail_mark(x, st->tid);
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
		picture_fail(t);
		trail_undo(x, &looking);
		if (!over && !stuck) {
			if (is_known(t, st, &p, &entry, &known))
				join(t, &out, &known);
			else
				choose(t, st, status, p, &out);
		}
	}
	trail_undo(x, &before);
	finish(t, entry, p.depth, &out);
	return out;
}

/* --- The engine. --- */

/* Others could come in at a switch point only if there are any. */
static bool lazy_stops(struct symex *x, struct state *st) {
	struct tree *t = x->self;
	bool runs_on = false;
	if (explore_stops(x, st, st->nlive == 1 || t->undivided, &runs_on))
		return true;
	if (runs_on && !t->runs_on)
		t->log.first = t->log.at.n;
	t->runs_on |= runs_on;
	return false;
}

static void lazy_plan(struct symex *x, struct model *model, const struct vc *vc,
                      struct plan *plan) {
	const struct tree *t = x->self;
	(void)model, (void)vc;
	plan->naming = &t->naming;
	plan->is_complete = true;
	for (size_t i = 0; i < t->schedule.n; i++) {
		uint32_t step = t->schedule.at[i];
		struct plan_step s = {.tid = step & ~UNDIVIDED, .undivided = step & UNDIVIDED};
		vec_push(&plan->step, s);
	}
}

const struct engine lazy_engine = {
    .name = "lazy",
    .access = access_note,
    .feasible = vc_path_feasible,
    .excludes = vc_path_excludes,
    .check = step_record,
    .enqueue = explore_add,
    .stops = lazy_stops,
    .bounded = explore_stop,
    .spawned = thread_put,
    .has_ended = thread_has_ended,
    .wait = step_assume_wait,
    .takes_signals = true,
    .plan = lazy_plan,
};

/* --- The root. --- */

void tree_explore(struct tree *t, const struct state *root) {
	struct symex *x = t->x;
	t->cut = false;
	x->stats->interleavings = x->stats->failed = 0;
	x->stats->context_bound = t->bound.context;
	struct path p = {.left = t->bound, .is_feasible = true};
	struct made made;
	make_step(t, root, 0, p, &made);
}
