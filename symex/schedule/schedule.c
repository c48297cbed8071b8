/* The search, and its queries as the formula grows: steps 3 and 6 of schedule.h. */
#include "symex/schedule/schedule.h"

#include "goto/analysis/live.h"
#include "process/work.h"
#include "solvers/solver.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/core/values.h"
#include "symex/explore/deepen.h"
#include "symex/explore/trail.h"
#include "symex/memory/invalid.h"
#include "symex/query/transcript.h"
#include "symex/query/verdict.h"
#include "symex/reduction.h"
#include "symex/replay/confirm.h"
#include "symex/schedule/uw.h"
#include "symex/symex_stats.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

enum {
	FIRST_ITERATIONS = 64, /* of loops over constants */
	WORK_DIVISOR = 4,      /* of the time of a turn: for schedules beyond the bound of the user */
	ASKING_DIVISOR = 2,    /* of the work: for questions whether there is a further context */
	ASKING_INTERVAL = 4,   /* of the contexts so far: those before the next such question */
	LARGE_UNWIND = 3,      /* the least --unwind that is reached by smaller unwindings */
};
#define FIRST_TURN 0.5 /* seconds */

/* With --strategy=uw: under the schedules allowed so far, which it widens. */
static enum answer ask(struct encoding *r, const struct vc_item *item, size_t n,
                       struct model **model) {
	if (r->widening)
		return uw_check(r, item, n, model);
	return vc_check_incremental(r->t->x, item, n, NULL, 0, model);
}

/* Under all schedules, also with --strategy=uw. */
static enum answer ask_unrestricted(struct encoding *r, const struct vc_item *item, size_t n) {
	struct model *model;
	enum answer a = vc_check_incremental(r->t->x, item, n, NULL, 0, &model);
	if (a == ANSWER_SAT)
		model_close(model);
	return a;
}

/* --- Violations. --- */

/* Does the condition hold in the model, under the first nassumed assumptions? */
static bool holds(const struct symex *x, struct model *model, term condition, uint32_t nassumed) {
	bool all = model_holds(model, condition);
	for (size_t k = 0; k < nassumed && all; k++)
		all = model_holds(model, x->assumption.at[k]);
	return all;
}

static const struct vc *violated_vc(struct symex *x, struct model *model) {
	for (size_t i = 0; i < x->vc.n; i++)
		if (holds(x, model, x->vc.at[i].violated, x->vc.at[i].nassumed))
			return &x->vc.at[i];
	BUG("a model of the disjunction satisfies no part of it");
}

static enum answer ask_vcs(struct encoding *r, struct model **model) {
	struct symex *x = r->t->x;
	VEC(struct vc_item) item = {0};
	for (size_t i = 0; i < x->vc.n; i++) {
		struct vc_item it = {x->vc.at[i].violated, x->vc.at[i].nassumed};
		vec_push(&item, it);
	}
	transcript_question(x);
	enum answer a = item.n ? ask(r, item.at, item.n, model) : ANSWER_UNSAT;
	vec_free(&item);
	return a;
}

static void find_violations(struct encoding *r) {
	struct symex *x = r->t->x;
	x->give_up = false;
	for (vc_drop_known(x); x->vc.n && !symex_stop; vc_drop_known(x)) {
		struct model *model;
		enum answer a = ask_vcs(r, &model);
		if (a != ANSWER_SAT) {
			r->t->done |= a == ANSWER_UNKNOWN;
			break;
		}
		if (r->t->only_safe) {
			r->t->found_unsafe = true;
			model_close(model);
			break;
		}
		const struct vc *which = violated_vc(x, model);
		uint32_t property = which->property;
		x->stats->interleavings++;
		x->stats->failed++;
		if (!confirm_violation(x, model, which) || !x->config->multi_property)
			r->t->done = true;
		if (r->t->done)
			break;
		vc_drop_property(x, property);
	}
	x->vc.n = 0;
}

/* --- What was cut. --- */

/* *which: a cut that an execution takes, if the solver knows one. */
static bool is_cut(struct encoding *r, enum cut_kind kind, const struct cut **which) {
	struct symex *x = r->t->x;
	struct model *model;
	VEC(struct vc_item) item = {0};
	for (size_t i = 0; i < x->cut.n; i++) {
		struct vc_item it = {x->cut.at[i].guard, x->cut.at[i].nassumed};
		if (vc_cut_kind(&x->cut.at[i]) != kind)
			continue;
		*which = &x->cut.at[i];
		vec_push(&item, it);
	}
	enum answer a =
	    item.n ? vc_check_incremental(x, item.at, item.n, NULL, 0, &model) : ANSWER_UNSAT;
	vec_free(&item);
	for (size_t i = x->cut.n; a == ANSWER_SAT && i-- > 0;)
		if (vc_cut_kind(&x->cut.at[i]) == kind &&
		    holds(x, model, x->cut.at[i].guard, x->cut.at[i].nassumed))
			*which = &x->cut.at[i];
	if (a == ANSWER_SAT)
		model_close(model);
	return a != ANSWER_UNSAT;
}

static void check_cuts(struct encoding *r) {
	struct symex *x = r->t->x;
	const struct cut *cut;
	if (!result_has_gap(x->result, GAP_UNSUPPORTED) && is_cut(r, CUT_UNSUPPORTED, &cut))
		result_gap(x->result, GAP_UNSUPPORTED, cut->loc, "%s", cut->text);
	if (!result_has_gap(x->result, GAP_UNWIND) && is_cut(r, CUT_GIVEN, &cut))
		verdict_given(x, cut);
	if (!x->unknown.null_reported && is_cut(r, CUT_NULL, &cut))
		verdict_null(x, cut->loc);
	if (!r->t->too_short && is_cut(r, CUT_DEEPENED, &cut)) {
		r->t->too_short = true;
		verdict_too_short(x, cut);
	}
	x->cut.n = 0;
}

/* As ask_unrestricted, but the answer is UNKNOWN after so many units of work, and that is no gap.
 */
static enum answer ask_within(struct encoding *r, const struct vc_item *item, size_t n,
                              uint64_t units) {
	struct symex *x = r->t->x;
	uint64_t given = x->query.units;
	size_t gaps = x->result->gap.n;
	if (x->config->solver->limit && (!given || units < given))
		x->query.units = units;
	enum answer a = ask_unrestricted(r, item, n);
	x->query.units = given;
	if (a == ANSWER_UNKNOWN)
		result_drop_gaps(x->result, gaps);
	return a;
}

/* Has any execution a further context?  To encode one that no execution has costs time, but is
 * never wrong.  So the question, which has the whole formula in it, gets a part of the work only,
 * and is asked the less often the more contexts there are.  Not if loops are cut: then it matters
 * how many contexts there are. */
static bool goes_on(struct encoding *r) {
	struct symex *x = r->t->x;
	struct vc_item item = {encoding_may_continue(r), (uint32_t)x->assumption.n};
	uint64_t before = work.done, left = (before - r->began - r->asked) / ASKING_DIVISOR;
	if (term_is_false(x->ts, item.holds))
		return false;
	if (r->t->too_short)
		return ask_unrestricted(r, &item, 1) != ANSWER_UNSAT;
	if (r->asked >= left || r->number < r->ask_at)
		return true;
	r->ask_at = r->number + 1 + r->number / ASKING_INTERVAL;
	enum answer a = ask_within(r, &item, 1, left - r->asked);
	r->asked += work.done - before;
	return a != ANSWER_UNSAT;
}

/* --- The search. --- */

/* A loop that no unwinding exhausts does not fit into one formula.  There the lazy strategy
 * explores the states one by one instead, and terminates where they recur. */
enum { DEEPEST = 9, SOON = 200, MANY = 1000 }; /* iterations of loops; configurations */

enum encoding_outcome {
	DONE,
	DEEPER,      /* a loop was cut: unwind further */
	AGAIN,       /* encode anew: reduction_must_restart, or invalid_restart */
	UNSUPPORTED, /* the loops are too long for one formula */
	LATE,        /* the deadline has passed */
	UNSAFE,      /* only_safe: there is a violation, or a safety proof is not possible */
};

static bool loops_too_long(const struct encoding *r) {
	const struct symex *x = r->t->x;
	if (!r->configuration.n) /* a thread never reaches a location where it may stop */
		return x->loops.unwind >= 3;
	return x->stats->nodes > (x->loops.unwind < DEEPEST ? MANY : SOON);
}

/* Encodes all schedules, with loops unwound x->loops.unwind times. */
static enum encoding_outcome encode(struct encoding *r) {
	struct symex *x = r->t->x;
	encoding_begin(r);
	for (;;) {
		x->stats->contexts = r->number;
		progress_contexts(x, r->number, r->t->only_safe);
		encoding_find_enabled(r);
		find_violations(r);
		if (r->t->done || symex_stop)
			return DONE;
		if (r->t->found_unsafe)
			return UNSAFE;
		if (reduction_must_restart(r) || invalid_restart(x))
			return AGAIN;
		check_cuts(r);
		diag_say(2, "unwind %u, context %u: %zu configurations, %zu assumptions, %u terms",
		         x->loops.unwind, r->number - 1, r->configuration.n, x->assumption.n,
		         terms_count(x->ts));
		if (symex_stop)
			return DONE;
		if (r->deadline > 0 && stats_cpu_seconds() > r->deadline)
			return LATE;
		if (r->t->too_short && loops_too_long(r))
			return UNSUPPORTED;
		if (!goes_on(r))
			return r->t->too_short ? DEEPER : DONE;
		encoding_next(r);
	}
}

/* What holds within a bound is still true if the bound has cut nothing; so the question whether it
 * has may take about as long as all before, and a second. */
static void add_bound_gap(struct encoding *r) {
	const struct schedules *c = r->t->config;
	struct result *result = r->t->x->result;
	uint64_t units = WORK_SECOND + (work.done - r->began);
	if (!r->over.n || ask_within(r, r->over.at, r->over.n, units) == ANSWER_UNSAT)
		return;
	if (c->context_bound != NO_BOUND)
		verdict_context_bound(r->t->x);
	if (c->preemption_bound != NO_BOUND)
		result_gap(result, GAP_CONTEXT, NO_LOC, "preemption bound %u", c->preemption_bound);
}

/* Objects and locations keep their numbers; everything else begins anew. */
static void begin_iteration(struct schedule_search *t, const struct deepening *d) {
	deepen_begin(t->x, d);
	t->too_short = false;
	trail_forget(t->x);
	symex_drop_solver(t->x);
}

static bool reduces(const struct schedule_search *t, enum reduction which) {
	struct reduction_scope scope = {.config = t->x->config,
	                                .prog = t->x->prog,
	                                .context_bound = t->config->context_bound,
	                                .preemption_bound = t->preemption_bound,
	                                .decision_bound = t->config->decision_bound};
	return reduction_applies(which, &scope);
}

static enum encoding_outcome search_iteration(struct schedule_search *t, struct dependence *dep,
                                              double deadline) {
	struct symex *x = t->x;
	struct encoding r = {.t = t, .arena = arena_open(), .dep = dep, .deadline = deadline};
	r.began = work.done;
	r.reduces = reduces(t, REDUCTION_POR);
	r.waits_hold = reduces(t, REDUCTION_WAITS_HOLD);
	t->log.record = r.reduces;
	x->self = &r;
	x->values = values_open();
	if (t->widens)
		r.widening = uw_open(x);
	dependence_begin(dep);
	t->discipline.taken.n = 0;
	enum encoding_outcome o = encode(&r);
	if (o == DONE && !t->done && !symex_stop)
		add_bound_gap(&r);
	if (r.widening)
		uw_close(r.widening);
	encoding_free(&r);
	values_close(x->values);
	x->values = NULL;
	x->self = NULL;
	return o;
}

/* Of an earlier search, only the terms are kept. */
static void begin_search(struct schedule_search *t) {
	struct naming *n = &t->naming;
	symex_forget(t->x);
	map_clear(&n->number);
	map_clear(&n->object);
	map_clear(&t->x->content.array_view);
	map_clear(&t->x->content.fresh_bytes);
	n->numbers = 0;
	t->discipline.violated = false;
	t->trusts = reduces(t, REDUCTION_LOCK_DISCIPLINE);
	if (n->locations)
		locations_close(n->locations);
	if (t->footprints)
		footprints_close(t->footprints);
	n->locations = locations_open();
	t->footprints = footprints_open();
}

/* Unwinds loops until nothing is cut, or so many seconds have passed; 0: no limit. */
static enum encoding_outcome search_deeper(struct schedule_search *t, double seconds) {
	struct symex *x = t->x;
	begin_search(t);
	struct dependence dep = {0};
	struct deepening d = deepen_below(x, FIRST_ITERATIONS, LARGE_UNWIND, UINT32_MAX);
	double deadline = seconds > 0 ? stats_cpu_seconds() + seconds : 0;
	enum encoding_outcome o;
	for (;;) {
		begin_iteration(t, &d);
		o = search_iteration(t, &dep, deadline);
		if (o != AGAIN && o != DEEPER)
			break;
		if (o == AGAIN)
			continue;
		progress_finished(x, t->context_bound, t->preemption_bound, true);
		if (!deepen_next(x, &d)) {
			o = DONE;
			break;
		}
	}
	deepen_end(x);
	dependence_free(&dep);
	return o;
}

/* Explores all schedules although a bound is given: if they are safe, so are those within it.  No
 * query takes longer than all of that may. */
static enum encoding_outcome search_unbounded(struct schedule_search *t, double seconds) {
	uint32_t bound = t->context_bound;
	struct result *result = t->x->result;
	size_t gaps = result->gap.n;
	t->context_bound = NO_BOUND;
	t->only_safe = true;
	t->x->query.units = (uint64_t)(seconds * WORK_SECOND);
	enum encoding_outcome o = search_deeper(t, seconds);
	t->x->query.units = 0;
	t->only_safe = false;
	t->context_bound = bound;
	bool inconclusive = false; /* a gap that makes the verdict UNKNOWN */
	for (size_t i = gaps; i < result->gap.n; i++)
		inconclusive |= result->gap.at[i].is_inconclusive;
	if (symex_stop || (o == DONE && !inconclusive))
		return DONE;
	result_drop_gaps(result, gaps); /* its cause may lie beyond the bound */
	t->found_unsafe = false;
	t->done = false;
	return inconclusive && o != LATE ? UNSAFE : o;
}

/* Most violations need few switches, but a safe program is cheapest to encode without a bound,
 * because more schedules are equivalent then.  So the bounded and the unbounded search take turns,
 * with more time in each turn; unless nothing can end a query of the latter. */
static enum encoding_outcome search(struct schedule_search *t) {
	const struct schedules *c = t->config;
	bool takes_turns = c->context_bound != NO_BOUND && reduces(t, REDUCTION_POR) &&
	                   t->x->config->solver->limit && !t->x->config->multi_property;
	for (double turn = FIRST_TURN; takes_turns; turn *= 4) {
		enum encoding_outcome o = search_deeper(t, turn);
		if (o != LATE)
			return o;
		o = search_unbounded(t, turn / (double)WORK_DIVISOR);
		if (o == DONE)
			return o;
		takes_turns = o == LATE;
	}
	return search_deeper(t, 0);
}

static void search_open(struct schedule_search *t, struct symex *x, bool widens) {
	const struct schedules *c = &x->config->schedules;
	*t = (struct schedule_search){.x = x,
	                              .config = c,
	                              .context_bound = c->context_bound,
	                              .preemption_bound = c->preemption_bound,
	                              .discipline = {.any_holder = true},
	                              .live = live_open(),
	                              .widens = widens};
	x->engine = &schedule_engine;
	x->naming = &t->naming;
	x->log = &t->log;
	x->discipline = &t->discipline;
}

static void search_close(struct schedule_search *t) {
	struct symex *x = t->x;
	symex_drop_solver(x);
	locations_close(t->naming.locations);
	naming_free(&t->naming);
	footprints_close(t->footprints);
	live_close(t->live);
	vec_free(&t->log.at);
	vec_free(&t->discipline.taken);
	x->engine = NULL;
	x->naming = NULL;
	x->log = NULL;
	x->discipline = NULL;
}

bool schedule_search(struct symex *x, bool widens) {
	struct schedule_search t;
	search_open(&t, x, widens);
	x->stats->context_bound = t.context_bound;
	enum encoding_outcome o = search(&t);
	if (o != UNSUPPORTED && symex_stop && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
	search_close(&t);
	if (o != UNSUPPORTED)
		return true;
	diag_note(NO_LOC,
	          "loops go on after %u rounds: exploring states one by one, as --strategy=lazy does",
	          x->loops.unwind);
	map_clear(&x->content.array_view);
	map_clear(&x->content.fresh_bytes);
	return false;
}
