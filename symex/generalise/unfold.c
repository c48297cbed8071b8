#include "symex/generalise/unfold.h"

#include "symex/core/pointer.h"

#include "process/work.h"
#include "symex/concrete/concrete.h"
#include "symex/concrete/prediction.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/events/ask/events_ask.h"
#include "symex/events/ask/model_schedule.h"
#include "symex/events/ask/violation.h"
#include "symex/events/encode/bound.h"
#include "symex/events/events_search.h"
#include "symex/memory/invalid.h"
#include "symex/query/verdict.h"
#include "symex/replay/replay.h"
#include "symex/replay/run/inputs.h"
#include "symex/step/value/calculate.h"
#include "symex/symex_stats.h"
#include "util/text/diag.h"

enum { MOST_TRIES = 3, COUNT_EVERY = 16 };
enum { MANY_RUNS = 8, MANY_EXITS = 200 };
#define SECONDS_BEFORE_FALLBACK 20.0 /* seconds of work */
/* Of a run after its guide; doubled if a run needs more. */
enum { FIRST_INSTRUCTIONS = 10000, MOST_INSTRUCTIONS = 100000 };

void unfold_open(struct unfolding *u, struct symex *x, struct inputs *vector) {
	*u = (struct unfolding){.x = x, .vector = vector, .most_instructions = FIRST_INSTRUCTIONS};
	branches_open(&u->branches, x->prog);
	events_open(&u->e, x);
	u->e.branches.known = &u->known;
	u->e.vector = vector;
}

void unfold_close(struct unfolding *u) {
	branches_lines(&u->branches, u->x->prog, u->x->result);
	events_close(&u->e);
	known_free(&u->known);
	branches_free(&u->branches);
	map_free(&u->lost);
	map_free(&u->lost_beyond);
	vec_free(&u->beyond);
}

/* --- Runs. --- */

bool unfold_run(struct unfolding *u, struct model *m, const struct frontier *f,
                struct run_trace *t) {
	struct symex *x = u->x;
	struct plan plan = {0};
	struct guide guide = {.naming = &u->e.naming, .model = m, .known = &u->known};
	if (m) {
		plan_reach(&u->e, m, f ? f->node : NO_NODE, &plan);
		if (f && plan.step.n)
			vec_last(&plan.step).until = f->location;
		guide.plan = &plan;
	}
	const struct prediction *p = x->config->prediction;
	struct concrete_plan run = {.guide = &guide,
	                            .inputs = p->inputs,
	                            .input_seed = p->input_seed,
	                            .given = p->given,
	                            .ngiven = p->ngiven,
	                            .turns = p->turns,
	                            .turn_seed = p->turn_seed + x->stats->runs,
	                            .vector = u->vector,
	                            .most_instructions = u->most_instructions,
	                            .ends_in_cycle = true,
	                            .context_bound = x->config->schedules.context_bound};
	uint64_t before = u->known.n;
	bool goes_on = concrete_run(x, &run, t);
	replay_plan_free(&plan);
	if (m)
		model_close(m);
	x->stats->runs++;
	branches_add(&u->branches, t);
	if (x->stats->runs % COUNT_EVERY == 1)
		branches_count(&u->branches, &x->stats->branches, &x->stats->taken);
	diag_say(2, "run %llu: %zu threads, %llu instructions, %llu branches not known before; %s",
	         (unsigned long long)x->stats->runs, t->thread.n, (unsigned long long)t->instructions,
	         (unsigned long long)(u->known.n - before),
	         t->circles ? "an earlier state has come back" : run_end_text(t->end));
	if (u->on_run)
		u->on_run(u->context, t);
	u->has_no_end |= t->end == RUN_TOO_LONG;
	if (t->end == RUN_TOO_LONG && !t->circles && u->most_instructions < MOST_INSTRUCTIONS)
		u->most_instructions *= 2;
	if (t->end == RUN_VIOLATES && t->switches > run.context_bound)
		verdict_context_bound(x);
	return goes_on || (x->config->multi_property && t->confirmed);
}

/* *ended: a violation that no earlier run has shown ended the run; *limit: what did that is not
 * supported. */
static bool run_once(struct unfolding *u, struct model *m, const struct frontier *f, bool *ended,
                     struct run_limit *limit) {
	struct run_trace *t = run_trace_open();
	bool goes_on = unfold_run(u, m, f, t);
	*ended = t->is_new;
	if (t->end == RUN_NOT_SUPPORTED)
		*limit = (struct run_limit){t->why, t->end_loc};
	run_trace_close(t);
	return goes_on;
}

/* --- Leaving what is known. --- */

static bool is_known(const struct unfolding *u, const struct frontier *f) {
	unsigned ways = known_ways(&u->known, f->location);
	return f->way ? ways & f->way : ways;
}

static uint64_t frontier_key(const struct frontier *f) {
	return (uint64_t)f->location << 2 | f->way;
}

/* A run did not take the branch.  Another model is tried when the formula has changed, but not
 * often. */
static bool is_lost(const struct unfolding *u, const struct frontier *f) {
	uint64_t tries;
	return map_get(&u->lost, frontier_key(f), &tries) &&
	       (tries >> 32 == u->iterations || (uint32_t)tries >= MOST_TRIES);
}

static void lose(struct unfolding *u, const struct frontier *f, struct run_limit limit) {
	uint64_t tries = 0;
	if (limit.why)
		vec_push(&u->beyond, limit);
	map_put(&u->lost_beyond, frontier_key(f), limit.why ? u->beyond.n : 0);
	diag_say(2, "%s:%u: a run that was to take a branch here did not", f->loc.file, f->loc.line);
	map_get(&u->lost, frontier_key(f), &tries);
	map_put(&u->lost, frontier_key(f), u->iterations << 32 | ((uint32_t)tries + 1));
}

/* An execution leaves what is known there; if a context bound is part of the formula, one within
 * it: no verdict is about what lies beyond. */
static term leaves_at(struct unfolding *u, const struct frontier *f) {
	return term_and(u->x->ts, f->when, bound_allows(&u->e, f->node));
}

/* The place where the model leaves what is known; the first one in its order. */
static const struct frontier *left_at(struct unfolding *u, struct model *m) {
	struct events *e = &u->e;
	const struct frontier *best = NULL;
	for (size_t i = 0; i < e->branches.frontier.n; i++) {
		const struct frontier *f = &e->branches.frontier.at[i];
		if (!is_known(u, f) && !is_lost(u, f) && model_holds(m, leaves_at(u, f)) &&
		    (!best || e->found.rank[f->node] < e->found.rank[best->node]))
			best = f;
	}
	if (!best)
		BUG("a model of the disjunction satisfies no part of it");
	return best;
}

enum leaving { STAYS, LEAVES, ENDS };

/* Makes one run that leaves what was encoded as known, if there is one. */
static enum leaving leave(struct unfolding *u) {
	struct events *e = &u->e;
	struct terms *ts = u->x->ts;
	term any = term_false(ts);
	for (size_t i = 0; i < e->branches.frontier.n; i++)
		if (!is_known(u, &e->branches.frontier.at[i]) && !is_lost(u, &e->branches.frontier.at[i]))
			any = term_or(ts, any, leaves_at(u, &e->branches.frontier.at[i]));
	if (term_is_false(ts, any))
		return STAYS;
	enum answer a = events_ask(e, &any, 1);
	if (a != ANSWER_SAT)
		return a == ANSWER_UNSAT ? STAYS : ENDS;
	struct model *m = events_model(e);
	const struct frontier *f = left_at(u, m);
	bool ended;
	struct run_limit limit = {0};
	if (!run_once(u, m, f, &ended, &limit))
		return ENDS;
	if (!is_known(u, f) && !ended)
		lose(u, f, limit);
	return symex_stop ? ENDS : LEAVES;
}

/* Is there a branch that a run did not take, and that is worth another try? */
static bool may_retry(const struct unfolding *u) {
	for (size_t i = 0; i < u->e.branches.frontier.n; i++) {
		uint64_t tries;
		const struct frontier *f = &u->e.branches.frontier.at[i];
		if (!is_known(u, f) && map_get(&u->lost, frontier_key(f), &tries) &&
		    (uint32_t)tries < MOST_TRIES)
			return true;
	}
	return false;
}

/* An execution takes a branch, and no run that was to take it did: a contradiction, unless the run
 * ended before. */
static void note_branch(struct unfolding *u, const struct frontier *f) {
	uint64_t limit = 0;
	if (map_get(&u->lost_beyond, frontier_key(f), &limit) && limit)
		result_gap(u->x->result, GAP_UNSUPPORTED, u->beyond.at[limit - 1].loc, "%s",
		           u->beyond.at[limit - 1].why);
	else if (ptr_was_guessed(u->x))
		result_gap(u->x->result, GAP_NUMBERS, f->loc, "%s", ptr_guessed);
	else
		/* The model may have a value of 'pow' that no run has (symex/step/value/calculate.h). */
		result_gap(u->x->result, calculate_facts() ? GAP_NUMBERS : GAP_REPLAY, f->loc,
		           "no run takes a branch that a model takes");
}

static void note_lost(struct unfolding *u) {
	struct events *e = &u->e;
	for (size_t i = 0; i < e->branches.frontier.n; i++) {
		const struct frontier *f = &e->branches.frontier.at[i];
		term when = leaves_at(u, f);
		if (!is_known(u, f) && is_lost(u, f) && events_ask(e, &when, 1) != ANSWER_UNSAT)
			note_branch(u, f);
	}
}

/* A query took too much effort: from now on, another way to solve answers. */
static bool takes_second_way(struct unfolding *u) {
	u->e.branches.second_way |= u->e.queries.late;
	return u->e.queries.late && !symex_stop;
}

/* No execution leaves what is known: a fact, which spares later queries the proof. */
static void close_frontier(struct unfolding *u) {
	struct events *e = &u->e;
	for (size_t i = 0; i < e->branches.frontier.n; i++) {
		const struct frontier *f = &e->branches.frontier.at[i];
		if (!is_known(u, f) && !is_lost(u, f))
			order_add(e->order, term_not(u->x->ts, leaves_at(u, f)));
	}
}

/* Runs have found new branches, for long: a loop goes on whose iterations have effects, and may
 * have no end. */
static bool goes_on(struct unfolding *u, double start) {
	if (!u->may_give_up || u->x->stats->runs < MANY_RUNS ||
	    work_seconds() - start < SECONDS_BEFORE_FALLBACK)
		return false;
	u->e.unsupported = "loops go on";
	return true;
}

/* A run did not end, and in each of many iterations threads may do something else: rather than a
 * long loop over constants, this is one whose end depends on inputs or on other threads. */
static void doubt(const struct unfolding *u) {
	if (u->has_no_end && u->e.branches.frontier.n >= MANY_EXITS)
		work_doubt();
}

enum unfolded unfold_all(struct unfolding *u) {
	double start = work_seconds();
	bool ended;
	struct run_limit limit;
	if (!run_once(u, NULL, NULL, &ended, &limit))
		return UNFOLD_FOUND;
	for (;;) {
		u->iterations++;
		if (goes_on(u, start))
			return UNFOLD_UNSUPPORTED;
		uint64_t runs = u->x->stats->runs;
		if (!events_unfold(&u->e))
			return symex_stop ? UNFOLD_STOP : UNFOLD_UNSUPPORTED;
		invalid_restart(u->x); /* from now on, runs stop where a null pointer may end them */
		doubt(u);
		uint64_t encoded = u->known.n;
		bool over = events_violations(&u->e);
		if (u->e.unsupported)
			return UNFOLD_UNSUPPORTED;
		if (takes_second_way(u))
			continue;
		if (over || symex_stop)
			return symex_stop ? UNFOLD_STOP : UNFOLD_FOUND;
		if (!u->e.vector) /* what they did, in any order, is among what was encoded */
			progress_runs(u->x, (uint32_t)runs);
		enum leaving l;
		while ((l = leave(u)) == LEAVES)
			if (goes_on(u, start))
				return UNFOLD_UNSUPPORTED;
		if (symex_stop)
			return UNFOLD_STOP;
		if (takes_second_way(u))
			continue;
		if (l == ENDS)
			return UNFOLD_FOUND;
		if (u->known.n == encoded && !may_retry(u))
			break;
	}
	close_frontier(u);
	note_lost(u);
	events_cuts(&u->e);
	return symex_stop ? UNFOLD_STOP : UNFOLD_ALL; /* a query that was stopped answers nothing */
}

void unfold_conclude(struct unfolding *u, enum unfolded how) {
	struct symex *x = u->x;
	if (x->result->violated != NO_PROPERTY)
		return;
	if (how == UNFOLD_STOP)
		verdict_stopped(x);
	/* A query or a replay that failed says so itself. */
	if (how == UNFOLD_FOUND && !result_is_inconclusive(x->result))
		result_gap(x->result, GAP_SOLVER, NO_LOC, "the search ended before all was known");
}
