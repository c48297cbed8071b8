/* Who can go on between two contexts of a recording, and who waits for whom: as enabled.c, but
 * under conditions. */
#include "symex/eval.h"
#include "symex/step.h"
#include "symex/tree/schedule.h"
#include "symex/wait.h"

/* What a thread sees from one of its places. */
static struct state view_of(const struct state *shared, const struct stop *s, uint32_t tid) {
	struct state view = s->st;
	view.tid = tid;
	view.mem = shared->mem;
	view.ended = shared->ended;
	view.created = shared->created;
	view.nthreads = shared->nthreads;
	view.nlive = shared->nlive;
	view.guard = NULL;
	return view;
}

struct traces { /* of looking at a state, which a replay would not find */
	size_t facts, vcs, cuts, choices;
};

static struct traces begin_look(const struct symex *x) {
	x->tree->made_here = 0;
	return (struct traces){x->fact.n, x->vc.n, x->cut.n, x->choice.n};
}

static void end_look(struct symex *x, const struct traces *t) {
	x->fact.n = t->facts;
	x->vc.n = t->vcs;
	x->cut.n = t->cuts;
	x->choice.n = t->choices;
}

term recording_can_go(struct recording *r, struct state *st) {
	struct symex *x = r->t->x;
	struct traces t = begin_look(x);
	term c = wait_condition(x, st);
	end_look(x, &t);
	return c;
}

static bool is_beginning(const struct stop *s) {
	return !s->st.frame->up && !s->st.pc;
}

static void find_enabled(struct recording *r, uint32_t tid) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	struct thread *th = &r->thread.at[tid];
	th->enabled = th->begun = term_false(ts);
	for (size_t i = 0; i < th->stops.at.n; i++) {
		struct stop *s = &th->stops.at.at[i];
		if (!s->place)
			continue;
		struct state view = view_of(&r->shared, s, tid);
		s->can_go = wait_ins(&view) ? recording_can_go(r, &view) : term_true(ts);
		th->enabled = term_or(ts, th->enabled, term_and(ts, s->here, s->can_go));
		if (!tid || !is_beginning(s))
			th->begun = term_or(ts, th->begun, s->here);
	}
}

/* --- Deadlocks. --- */

/* Threads wait as 'when' says: a deadlock, shown at each place where 'tid' may wait. */
static void report(struct recording *r, uint32_t tid, term when) {
	struct symex *x = r->t->x;
	const struct stops *at = &r->thread.at[tid].stops;
	for (size_t i = 0; i < at->at.n; i++) {
		const struct stop *s = &at->at.at[i];
		term waits = term_and(x->ts, s->here, term_not(x->ts, s->can_go));
		waits = term_and(x->ts, when, waits);
		if (!s->place || term_is_false(x->ts, waits))
			continue;
		struct state view = view_of(&r->shared, s, tid);
		state_assume(x, &view, waits);
		size_t facts = x->fact.n;
		step_check(x, &view, wait_property(x, &view), term_false(x->ts));
		x->fact.n = facts; /* nothing ends here: no context follows a deadlock anyway */
	}
}

/* Thread 'from' waits for 'to' to do something. */
static term waits_for(struct recording *r, uint32_t from, uint32_t to) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	const struct stops *at = &r->thread.at[from].stops;
	term any = term_false(ts);
	for (size_t i = 0; i < at->at.n; i++) {
		const struct stop *s = &at->at.at[i];
		term waits = term_and(ts, s->here, term_not(ts, s->can_go));
		if (!s->place || term_is_false(ts, waits))
			continue;
		struct state view = view_of(&r->shared, s, from);
		const struct ins *wait = wait_ins(&view);
		if (!wait || wait->nargs < 2)
			continue;
		struct traces t = begin_look(x);
		term holder = eval(x, &view, wait->arg[1]);
		end_look(x, &t);
		term is = term_equal(ts, holder, term_u64(ts, term_width(ts, holder), to));
		any = term_or(ts, any, term_and(ts, waits, is));
	}
	return any;
}

/* A circle of waiting threads with 'tid' in it; edge[a * n + b]: a waits for b. */
static term circle(struct terms *ts, const term *edge, uint32_t n, uint32_t tid, term *reached) {
	term found = term_false(ts);
	for (uint32_t k = 0; k < n; k++)
		reached[k] = edge[tid * n + k];
	for (uint32_t round = 0; round < n; round++) {
		found = term_or(ts, found, reached[tid]);
		bool any = false;
		for (uint32_t k = 0; k < n; k++) {
			term next = term_false(ts);
			for (uint32_t b = 0; b < n; b++)
				if (b != tid && !term_is_false(ts, reached[b]))
					next = term_or(ts, next, term_and(ts, reached[b], edge[b * n + k]));
			reached[n + k] = next;
		}
		for (uint32_t k = 0; k < n; k++) {
			reached[k] = reached[n + k];
			any |= !term_is_false(ts, reached[k]);
		}
		if (!any)
			break;
	}
	return found;
}

static void find_circles(struct recording *r) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	uint32_t n = (uint32_t)r->thread.n;
	term *edge = mem_alloc((size_t)n * n * sizeof *edge),
	     *reached = mem_alloc(2 * n * sizeof *edge);
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = 0; b < n; b++)
			edge[a * n + b] = waits_for(r, a, b);
	for (uint32_t tid = 0; tid < n; tid++) {
		if (term_is_false(ts, r->thread.at[tid].ran))
			continue;
		term when = circle(ts, edge, n, tid, reached);
		when = term_and(ts, term_and(ts, r->stopped, r->thread.at[tid].ran), when);
		if (!term_is_false(ts, when))
			report(r, tid, when);
	}
	mem_free(reached);
	mem_free(edge);
}

static void find_deadlocks(struct recording *r) {
	struct terms *ts = r->t->x->ts;
	term stuck = r->stopped;
	for (size_t i = 0; i < r->thread.n; i++)
		stuck = term_and(ts, stuck, term_not(ts, r->thread.at[i].enabled));
	for (uint32_t tid = 0; tid < r->thread.n && !term_is_false(ts, stuck); tid++)
		report(r, tid, stuck);
	find_circles(r);
}

void recording_look(struct recording *r) {
	for (uint32_t tid = 0; tid < r->thread.n; tid++)
		find_enabled(r, tid);
	if (r->t->config->deadlock_check)
		find_deadlocks(r);
}

/* What was found in the look stays, without the facts that end with it: their places in the list
 * will be those of others. */
static void keep_vcs(struct symex *x, struct traces *t) {
	for (; t->vcs < x->vc.n; t->vcs++) {
		struct vc *vc = &x->vc.at[t->vcs];
		for (size_t i = t->facts; i < vc->nfacts; i++)
			vc->violated = term_and(x->ts, vc->violated, x->fact.at[i]);
		vc->nfacts = (uint32_t)t->facts;
	}
}

void recording_arrives(struct recording *r, struct state *st, uint32_t place) {
	struct symex *x = r->t->x;
	if (!r->t->config->race_check)
		return;
	x->tree->arrival = place;
	for (uint32_t tid = 0; tid < r->thread.n; tid++) {
		const struct stops *at = &r->thread.at[tid].stops;
		for (size_t i = 0; i < at->at.n && tid != st->tid && !x->give_up; i++) {
			const struct stop *s = &at->at.at[i];
			if (!s->place || term_is_false(x->ts, s->here))
				continue;
			struct state other = view_of(st, s, tid);
			struct traces t = begin_look(x);
			node_race_with(r->t, st, &other, s->here);
			keep_vcs(x, &t);
			end_look(x, &t);
		}
	}
	x->tree->arrival = 0;
}
