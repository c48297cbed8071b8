/* Enabled threads between two contexts, deadlocks and data races, as in symex/explore/enabled.c and
 * race.c, but under conditions: steps 2 and 3 of schedule.h. */
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/explore/race.h"
#include "symex/schedule/schedule.h"
#include "symex/step/check/condition.h"
#include "symex/step/wait.h"

struct peek encoding_peek_begin(struct symex *x) {
	struct peek t = {x->assumption.n, x->vc.n, x->cut.n, x->choice.n, x->log->record};
	naming_restart(x);
	x->log->record = false;
	return t;
}

void encoding_peek_end(struct symex *x, const struct peek *t) {
	symex_keep_assumptions(x, t->assumptions);
	x->vc.n = t->vcs;
	x->cut.n = t->cuts;
	x->choice.n = t->choices;
	x->log->record = t->record;
}

term encoding_enabled(struct encoding *r, struct state *st, uint32_t location) {
	struct symex *x = r->t->x;
	struct peek t = encoding_peek_begin(x);
	x->log->record = r->reduces;
	term c = wait_condition(x, st);
	reduction_add_wait(r, st, location);
	encoding_peek_end(x, &t);
	return c;
}

static bool is_beginning(const struct thread_stop *s) {
	return !s->st.frame->up && !s->st.pc;
}

/* The condition under which each stop of the thread is enabled. */
static void find_enabled_stops(struct encoding *r, const struct configuration *w, uint32_t tid) {
	struct terms *ts = r->t->x->ts;
	struct thread *th = &w->thread[tid];
	bool owned = false;
	for (uint32_t i = 0; i < th->n; i++) {
		const struct thread_stop *s = &th->stop[i];
		if (!s->location)
			continue;
		struct state view = configuration_view(&w->shared, s, tid);
		term enabled = term_bool(ts, !view.cut);
		if (!view.cut && wait_ins(&view))
			enabled = encoding_enabled(r, &view, s->location);
		if (term_eq(enabled, s->enabled))
			continue;
		configuration_own(r, th, &owned)[i].enabled = enabled;
	}
}

static void find_enabled(struct encoding *r, const struct configuration *w, uint32_t tid) {
	struct terms *ts = r->t->x->ts;
	struct thread *th = &w->thread[tid];
	find_enabled_stops(r, w, tid);
	th->enabled = th->begun = term_false(ts);
	for (uint32_t i = 0; i < th->n; i++) {
		const struct thread_stop *s = &th->stop[i];
		if (!s->location)
			continue;
		th->enabled = term_or(ts, th->enabled, term_and(ts, s->here, s->enabled));
		if (!tid || !is_beginning(s))
			th->begun = term_or(ts, th->begun, s->here);
	}
}

static void find_ready(struct encoding *r, struct thread *th) {
	struct terms *ts = r->t->x->ts;
	th->ready = term_false(ts);
	for (uint32_t i = 0; i < th->n; i++) {
		const struct thread_stop *s = &th->stop[i];
		if (s->location && !s->in_sleep_set)
			th->ready = term_or(ts, th->ready, term_and(ts, s->here, s->enabled));
	}
}

/* --- Deadlocks. --- */

/* Adds a condition for each location where 'tid' may wait: under 'when' there is a deadlock. */
static void report(struct encoding *r, const struct configuration *w, uint32_t tid, term when) {
	struct symex *x = r->t->x;
	const struct thread *th = &w->thread[tid];
	for (uint32_t i = 0; i < th->n; i++) {
		const struct thread_stop *s = &th->stop[i];
		term waits = term_and(x->ts, s->here, term_not(x->ts, s->enabled));
		waits = term_and(x->ts, when, waits);
		if (!s->location || s->st.cut || term_is_false(x->ts, waits))
			continue;
		struct state view = configuration_view(&w->shared, s, tid);
		if (wait_is_sender(&view))
			continue;
		state_assume(x, &view, waits);
		size_t assumptions = x->assumption.n;
		step_check(x, &view, wait_property(x, &view), wait_excused(x, &view));
		/* No context follows a global deadlock, so none is needed. */
		symex_keep_assumptions(x, assumptions);
	}
}

/* The condition under which thread 'from' waits for an action of 'to'. */
static term waits_for(struct encoding *r, const struct configuration *w, uint32_t from,
                      uint32_t to) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	const struct thread *th = &w->thread[from];
	term any = term_false(ts);
	for (uint32_t i = 0; i < th->n; i++) {
		const struct thread_stop *s = &th->stop[i];
		term waits = term_and(ts, s->here, term_not(ts, s->enabled));
		if (!s->location || s->st.cut || term_is_false(ts, waits))
			continue;
		struct state view = configuration_view(&w->shared, s, from);
		const struct ins *wait = wait_ins(&view);
		if (!wait || !wait_has_one_ender(x, wait))
			continue;
		struct peek t = encoding_peek_begin(x);
		term holder = eval(x, &view, wait->arg[1]);
		encoding_peek_end(x, &t);
		term is = term_equal(ts, holder, term_u64(ts, term_width(ts, holder), to));
		any = term_or(ts, any, term_and(ts, waits, is));
	}
	return any;
}

/* The condition that 'tid' is in a cycle of waiting threads; edge[a * n + b]: a waits for b. */
static term in_cycle(struct terms *ts, const term *edge, uint32_t n, uint32_t tid, term *reached) {
	term found = term_false(ts);
	bool any = true;
	for (uint32_t k = 0; k < n; k++)
		reached[k] = edge[tid * n + k];
	for (uint32_t iteration = 0; iteration < n && any; iteration++) {
		found = term_or(ts, found, reached[tid]);
		for (uint32_t k = 0; k < n; k++) {
			reached[n + k] = term_false(ts);
			for (uint32_t b = 0; b < n; b++)
				if (b != tid && !term_is_false(ts, reached[b]))
					reached[n + k] =
					    term_or(ts, reached[n + k], term_and(ts, reached[b], edge[b * n + k]));
		}
		any = false;
		for (uint32_t k = 0; k < n; k++) {
			reached[k] = reached[n + k];
			any |= !term_is_false(ts, reached[k]);
		}
	}
	return found;
}

/* Reports cycles that contain the thread of the last context. */
static void find_cycles(struct encoding *r, const struct configuration *w) {
	struct terms *ts = r->t->x->ts;
	uint32_t n = (uint32_t)w->n;
	term *edge = mem_alloc((size_t)n * n * sizeof *edge);
	term *reached = mem_alloc(2 * n * sizeof *edge);
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = 0; b < n; b++)
			edge[a * n + b] = waits_for(r, w, a, b);
	term when = term_and(ts, w->when, in_cycle(ts, edge, n, w->ran, reached));
	if (!term_is_false(ts, when))
		report(r, w, w->ran, when);
	mem_free(reached);
	mem_free(edge);
}

/* A thread that was cut at a loop bound would continue, so there is no deadlock. */
static term is_cut(struct encoding *r, const struct thread *th) {
	struct terms *ts = r->t->x->ts;
	term any = term_false(ts);
	for (uint32_t i = 0; i < th->n; i++)
		if (th->stop[i].location && th->stop[i].st.cut)
			any = term_or(ts, any, th->stop[i].here);
	return any;
}

/* Does some thread wait for a signal, which may come from outside? */
static term waits_for_signal(struct encoding *r, const struct configuration *w) {
	struct symex *x = r->t->x;
	term any = term_false(x->ts);
	for (size_t tid = 0; tid < w->n; tid++)
		for (uint32_t i = 0; i < w->thread[tid].n; i++) {
			const struct thread_stop *s = &w->thread[tid].stop[i];
			struct state view = configuration_view(&w->shared, s, (uint32_t)tid);
			if (s->location && wait_is_for_signal(x, &view))
				any = term_or(x->ts, any, s->here);
		}
	return any;
}

/* A cycle is more specific than a global deadlock, so it is reported first. */
static void find_deadlocks(struct encoding *r, const struct configuration *w) {
	struct terms *ts = r->t->x->ts;
	const struct thread *ran = &w->thread[w->ran];
	bool waits = false;
	for (uint32_t i = 0; i < ran->n; i++)
		waits |= ran->stop[i].location && !term_is_true(ts, ran->stop[i].enabled);
	if (waits)
		find_cycles(r, w);
	term stuck = w->when;
	for (size_t i = 0; i < w->n; i++) {
		stuck = term_and(ts, stuck, term_not(ts, w->thread[i].enabled));
		stuck = term_and(ts, stuck, term_not(ts, is_cut(r, &w->thread[i])));
	}
	stuck = term_and(ts, stuck, term_not(ts, waits_for_signal(r, w)));
	for (uint32_t tid = 0; tid < w->n && !term_is_false(ts, stuck); tid++)
		report(r, w, tid, stuck);
}

void encoding_find_enabled(struct encoding *r) {
	for (size_t i = 0; i < r->configuration.n && !r->t->x->give_up; i++) {
		struct configuration *w = &r->configuration.at[i];
		for (uint32_t tid = 0; tid < w->n; tid++)
			find_enabled(r, w, tid);
		if (r->reduces && r->t->context_bound != NO_BOUND)
			reduction_wake_awaited(r, w);
		for (uint32_t tid = 0; tid < w->n; tid++)
			find_ready(r, &w->thread[tid]);
		if (r->t->config->deadlock_check)
			find_deadlocks(r, w);
	}
}

/* --- Races. --- */

/* Keeps the conditions that were added during a peek.  Assumptions of the peek are removed and
 * their indices reused, so they become part of the conditions. */
static void keep_vcs(struct symex *x, struct peek *t) {
	for (; t->vcs < x->vc.n; t->vcs++) {
		struct vc *vc = &x->vc.at[t->vcs];
		for (size_t i = t->assumptions; i < vc->nassumed; i++)
			vc->violated = term_and(x->ts, vc->violated, x->assumption.at[i]);
		vc->nassumed = (uint32_t)t->assumptions;
	}
}

void encoding_check_races(struct encoding *r, const struct configuration *others, struct state *st,
                          uint32_t location) {
	struct symex *x = r->t->x;
	if (!r->t->config->race_check)
		return;
	r->race_location = location;
	for (uint32_t tid = 0; tid < others->n; tid++) {
		const struct thread *th = &others->thread[tid];
		for (uint32_t i = 0; i < th->n && tid != st->tid && !x->give_up; i++) {
			const struct thread_stop *s = &th->stop[i];
			if (!s->location || s->st.cut || term_is_false(x->ts, s->here))
				continue;
			struct state other = configuration_view(st, s, tid);
			struct peek t = encoding_peek_begin(x);
			race_check_with(x, st, &other, s->here);
			keep_vcs(x, &t);
			encoding_peek_end(x, &t);
		}
	}
	r->race_location = 0;
}
