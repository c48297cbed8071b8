/* Who can go on between two contexts of a recording, and who waits for whom: as enabled.c, but
 * under conditions. */
#include "symex/explore/race.h"
#include "symex/schedule/schedule.h"
#include "symex/step/step.h"
#include "symex/step/wait.h"

struct traces encoding_look_begin(struct symex *x) {
	struct traces t = {x->assumption.n, x->vc.n, x->cut.n, x->choice.n, x->log->record};
	naming_restart(x);
	x->log->record = false;
	return t;
}

void encoding_look_end(struct symex *x, const struct traces *t) {
	x->assumption.n = t->assumptions;
	x->vc.n = t->vcs;
	x->cut.n = t->cuts;
	x->choice.n = t->choices;
	x->log->record = t->record;
}

term encoding_enabled(struct encoding *r, struct state *st, uint32_t location) {
	struct symex *x = r->t->x;
	struct traces t = encoding_look_begin(x);
	x->log->record = r->sleeps;
	term c = wait_condition(x, st);
	reduction_waits(r, st, location);
	encoding_look_end(x, &t);
	return c;
}

static bool is_beginning(const struct stop *s) {
	return !s->st.frame->up && !s->st.pc;
}

/* Which stops can go on, where that is not what it was. */
static void find_can_go(struct encoding *r, const struct configuration *w, uint32_t tid) {
	struct terms *ts = r->t->x->ts;
	struct thread *th = &w->thread[tid];
	bool owned = false;
	for (uint32_t i = 0; i < th->n; i++) {
		const struct stop *s = &th->stop[i];
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
	find_can_go(r, w, tid);
	th->enabled = th->begun = term_false(ts);
	for (uint32_t i = 0; i < th->n; i++) {
		const struct stop *s = &th->stop[i];
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
		const struct stop *s = &th->stop[i];
		if (s->location && s->awake)
			th->ready = term_or(ts, th->ready, term_and(ts, s->here, s->enabled));
	}
}

/* --- Deadlocks. --- */

/* Threads wait as 'when' says: a deadlock, shown at each place where 'tid' may wait. */
static void report(struct encoding *r, const struct configuration *w, uint32_t tid, term when) {
	struct symex *x = r->t->x;
	const struct thread *th = &w->thread[tid];
	for (uint32_t i = 0; i < th->n; i++) {
		const struct stop *s = &th->stop[i];
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
		x->assumption.n = assumptions; /* nothing ends here: no context follows a deadlock anyway */
	}
}

/* Thread 'from' waits for 'to' to do something. */
static term waits_for(struct encoding *r, const struct configuration *w, uint32_t from,
                      uint32_t to) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	const struct thread *th = &w->thread[from];
	term any = term_false(ts);
	for (uint32_t i = 0; i < th->n; i++) {
		const struct stop *s = &th->stop[i];
		term waits = term_and(ts, s->here, term_not(ts, s->enabled));
		if (!s->location || s->st.cut || term_is_false(ts, waits))
			continue;
		struct state view = configuration_view(&w->shared, s, from);
		const struct ins *wait = wait_ins(&view);
		if (!wait || wait->nargs < 2)
			continue;
		struct traces t = encoding_look_begin(x);
		term holder = eval(x, &view, wait->arg[1]);
		encoding_look_end(x, &t);
		term is = term_equal(ts, holder, term_u64(ts, term_width(ts, holder), to));
		any = term_or(ts, any, term_and(ts, waits, is));
	}
	return any;
}

/* A circle of waiting threads with 'tid' in it; edge[a * n + b]: a waits for b. */
static term circle(struct terms *ts, const term *edge, uint32_t n, uint32_t tid, term *reached) {
	term found = term_false(ts);
	bool any = true;
	for (uint32_t k = 0; k < n; k++)
		reached[k] = edge[tid * n + k];
	for (uint32_t round = 0; round < n && any; round++) {
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

/* Circles with the thread in them that ran last. */
static void find_circles(struct encoding *r, const struct configuration *w) {
	struct terms *ts = r->t->x->ts;
	uint32_t n = (uint32_t)w->n;
	term *edge = mem_alloc((size_t)n * n * sizeof *edge);
	term *reached = mem_alloc(2 * n * sizeof *edge);
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = 0; b < n; b++)
			edge[a * n + b] = waits_for(r, w, a, b);
	term when = term_and(ts, w->when, circle(ts, edge, n, w->ran, reached));
	if (!term_is_false(ts, when))
		report(r, w, w->ran, when);
	mem_free(reached);
	mem_free(edge);
}

/* A thread that a bound has cut would go on, so nobody waits for ever. */
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
			const struct stop *s = &w->thread[tid].stop[i];
			struct state view = configuration_view(&w->shared, s, (uint32_t)tid);
			if (s->location && wait_is_for_signal(x, &view))
				any = term_or(x->ts, any, s->here);
		}
	return any;
}

/* A circle says more than that all wait, so it is reported first. */
static void find_deadlocks(struct encoding *r, const struct configuration *w) {
	struct terms *ts = r->t->x->ts;
	const struct thread *ran = &w->thread[w->ran];
	bool waits = false;
	for (uint32_t i = 0; i < ran->n; i++)
		waits |= ran->stop[i].location && !term_is_true(ts, ran->stop[i].enabled);
	if (waits)
		find_circles(r, w);
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
		if (r->sleeps && r->t->context_bound != NO_BOUND)
			reduction_wake_for_waits(r, w);
		for (uint32_t tid = 0; tid < w->n; tid++)
			find_ready(r, &w->thread[tid]);
		if (r->t->config->deadlock_check)
			find_deadlocks(r, w);
	}
}

/* --- Races. --- */

/* What was found in the look stays, without the assumptions that end with it: their places in the
 * list will be those of others. */
static void keep_vcs(struct symex *x, struct traces *t) {
	for (; t->vcs < x->vc.n; t->vcs++) {
		struct vc *vc = &x->vc.at[t->vcs];
		for (size_t i = t->assumptions; i < vc->nassumed; i++)
			vc->violated = term_and(x->ts, vc->violated, x->assumption.at[i]);
		vc->nassumed = (uint32_t)t->assumptions;
	}
}

void encoding_arrives(struct encoding *r, const struct configuration *others, struct state *st,
                      uint32_t location) {
	struct symex *x = r->t->x;
	if (!r->t->config->race_check)
		return;
	r->arrival = location;
	for (uint32_t tid = 0; tid < others->n; tid++) {
		const struct thread *th = &others->thread[tid];
		for (uint32_t i = 0; i < th->n && tid != st->tid && !x->give_up; i++) {
			const struct stop *s = &th->stop[i];
			if (!s->location || s->st.cut || term_is_false(x->ts, s->here))
				continue;
			struct state other = configuration_view(st, s, tid);
			struct traces t = encoding_look_begin(x);
			race_check_with(x, st, &other, s->here);
			keep_vcs(x, &t);
			encoding_look_end(x, &t);
		}
	}
	r->arrival = 0;
}
