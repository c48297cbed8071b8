/* Which questions are asked as the formula grows: steps 3 and 6 of schedule.h. */
#include "symex/schedule/schedule.h"

#include "symex/step/step.h"
#include "symex/query/transcript.h"
#include "symex/core/location.h"
#include "symex/lazy/tree.h"
#include "symex/schedule/uw.h"
#include "symex/core/values.h"
#include "symex/query/verdict.h"
#include "symex/core/wild.h"
#include "util/diag.h"
#include "util/stats.h"

enum { FIRST_PATIENCE = 64 };
#define FIRST_TURN 0.5 /* seconds */

static enum answer ask(struct recording *r, const struct vc_item *item, size_t n,
                       struct model **model) {
	if (r->widening)
		return uw_check(r, item, n, model);
	return vc_check_more(r->t->x, item, n, NULL, 0, model);
}

/* Under all schedules, whatever is allowed so far. */
static enum answer ask_whether(struct recording *r, const struct vc_item *item, size_t n) {
	struct model *model;
	enum answer a = vc_check_more(r->t->x, item, n, NULL, 0, &model);
	if (a == ANSWER_SAT)
		model_close(model);
	return a;
}

/* --- Violations. --- */

static const struct vc *violated_vc(struct symex *x, struct model *model) {
	for (size_t i = 0; i < x->vc.n; i++) {
		bool holds = model_holds(model, x->vc.at[i].violated);
		for (size_t k = 0; k < x->vc.at[i].nfacts && holds; k++)
			holds = model_holds(model, x->fact.at[k]);
		if (holds)
			return &x->vc.at[i];
	}
	BUG("a model of the disjunction satisfies no part of it");
}

static enum answer ask_vcs(struct recording *r, struct model **model) {
	struct symex *x = r->t->x;
	VEC(struct vc_item) item = {0};
	for (size_t i = 0; i < x->vc.n; i++) {
		struct vc_item it = {x->vc.at[i].violated, x->vc.at[i].nfacts};
		vec_push(&item, it);
	}
	transcript_question(x);
	enum answer a = item.n ? ask(r, item.at, item.n, model) : ANSWER_UNSAT;
	vec_free(&item);
	return a;
}

static void find_violations(struct recording *r) {
	struct symex *x = r->t->x;
	x->give_up = false;
	for (check_drop_known(x); x->vc.n && !symex_stop; check_drop_known(x)) {
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
		if (!verdict_found(x, model, which) || !x->config->multi_property)
			r->t->done = true;
		if (r->t->done)
			break;
		check_drop_property(x, property);
	}
	x->vc.n = 0;
}

/* --- What was cut. --- */

static bool is_cut(struct recording *r, enum cut_kind kind, const struct cut **which) {
	struct symex *x = r->t->x;
	VEC(struct vc_item) item = {0};
	for (size_t i = 0; i < x->cut.n; i++) {
		struct vc_item it = {x->cut.at[i].guard, x->cut.at[i].nfacts};
		if (vc_cut_kind(&x->cut.at[i]) != kind)
			continue;
		*which = &x->cut.at[i];
		vec_push(&item, it);
	}
	bool found = item.n && ask_whether(r, item.at, item.n) != ANSWER_UNSAT;
	vec_free(&item);
	return found;
}

static void look_at_cuts(struct recording *r) {
	struct symex *x = r->t->x;
	const struct cut *cut;
	if (!result_has_gap(x->result, GAP_UNSUPPORTED) && is_cut(r, CUT_HOLE, &cut))
		result_gap(x->result, GAP_UNSUPPORTED, cut->loc, "%s", cut->text);
	if (!result_has_gap(x->result, GAP_UNWIND) && is_cut(r, CUT_GIVEN, &cut))
		result_gap(x->result, GAP_UNWIND, NO_LOC, "%s", verdict_cut(cut));
	if (!x->null_said && is_cut(r, CUT_NULL, &cut))
		verdict_null(x, cut->loc);
	if (!r->t->stepping.too_short && is_cut(r, CUT_DEEPENED, &cut)) {
		r->t->stepping.too_short = true;
		x->too_short = verdict_cut(cut);
	}
	x->cut.n = 0;
}

static bool goes_on(struct recording *r) {
	struct symex *x = r->t->x;
	struct vc_item item = {recording_goes_on(r), (uint32_t)x->fact.n};
	if (term_is_false(x->ts, item.holds))
		return false;
	return ask_whether(r, &item, 1) != ANSWER_UNSAT;
}

/* --- The search. --- */

/* A loop that no unwinding exhausts is beyond one formula.  Where deepening goes on, the states are
 * explored one by one instead, as --lazy does: that ends where they recur. */
enum { DEEPEST = 9, SOON = 200, MANY = 1000 }; /* rounds of loops; worlds */
enum outcome { DONE, DEEPER, AGAIN, BEYOND, LATE, UNSAFE };

static bool is_beyond(const struct recording *r) {
	const struct symex *x = r->t->x;
	if (!r->world.n) /* a thread never comes to a place where others can go on */
		return x->unwind >= 3;
	return x->stats->nodes > (x->unwind < DEEPEST ? MANY : SOON);
}

/* All schedules, with loops unwound as far as x->unwind says. */
static enum outcome record(struct recording *r) {
	struct symex *x = r->t->x;
	recording_begin(r);
	for (;;) {
		x->stats->contexts = r->number;
		recording_look(r);
		find_violations(r);
		if (r->t->done || symex_stop)
			return DONE;
		if (r->t->found_unsafe)
			return UNSAFE;
		if (asleep_missed(r) || wild_restart(x))
			return AGAIN;
		look_at_cuts(r);
		diag_say(2, "unwind %u, context %u: %zu worlds, %zu facts, %u terms", x->unwind,
		         r->number - 1, r->world.n, x->fact.n, terms_count(x->ts));
		if (symex_stop)
			return DONE;
		if (r->deadline && stats_wall_seconds() > r->deadline)
			return LATE;
		if (r->t->stepping.too_short && is_beyond(r))
			return BEYOND;
		if (!goes_on(r))
			return r->t->stepping.too_short ? DEEPER : DONE;
		recording_next(r);
	}
}

static void add_bound_gap(struct recording *r) {
	const struct schedules *c = r->t->config;
	struct result *result = r->t->x->result;
	if (!r->over.n || ask_whether(r, r->over.at, r->over.n) == ANSWER_UNSAT)
		return;
	if (c->context_bound != NO_BOUND)
		verdict_context_bound(r->t->x);
	if (c->preemption_bound != NO_BOUND)
		result_gap(result, GAP_CONTEXT, NO_LOC, "preemption bound %u", c->preemption_bound);
}

/* Objects and places keep their numbers; everything else begins anew. */
static void begin_round(struct tree *t, uint32_t unwind, uint64_t patience) {
	struct symex *x = t->x;
	x->unwind = unwind;
	x->stats->unwind = unwind;
	x->patience = patience < UINT32_MAX ? (uint32_t)patience : UINT32_MAX;
	t->stepping.too_short = false;
	trail_forget(x);
	vc_forget(x);
}

static enum outcome search_round(struct tree *t, struct dependence *dep, double deadline) {
	struct symex *x = t->x;
	struct recording r = {.t = t, .arena = arena_open(), .dep = dep, .deadline = deadline};
	r.sleeps = t->config->por && t->bound.preemption == NO_BOUND;
	t->stepping.record = r.sleeps;
	t->stepping.recording = &r;
	x->values = values_open();
	if (t->config->strategy == STRATEGY_UW)
		r.widening = uw_open(x);
	dependence_begin(dep);
	t->stepping.taken.n = 0;
	enum outcome o = record(&r);
	if (o == DONE && !t->done && !symex_stop)
		add_bound_gap(&r);
	if (r.widening)
		uw_close(r.widening);
	recording_free(&r);
	values_close(x->values);
	x->values = NULL;
	t->stepping.recording = NULL;
	return o;
}

/* Nothing of an earlier search stays but the terms. */
static void begin_search(struct tree *t) {
	struct stepping *s = &t->stepping;
	symex_forget(t->x);
	map_clear(&s->number);
	map_clear(&s->object);
	map_clear(&t->x->array_view);
	map_clear(&t->x->fresh_bytes);
	s->numbers = 0;
	s->lawless = t->lawless = false;
	if (s->places)
		locations_close(s->places);
	if (t->summaries)
		summaries_close(t->summaries);
	s->places = locations_open();
	t->summaries = summaries_open();
}

/* Unwinds loops until nothing is cut, or it is too late; 0: it never is. */
static enum outcome search_deeper(struct tree *t, double seconds) {
	struct symex *x = t->x;
	begin_search(t);
	struct dependence dep = {0};
	uint64_t patience = symex_first_patience(x, FIRST_PATIENCE);
	uint32_t unwind = symex_first_unwind(x);
	double deadline = seconds > 0 ? stats_wall_seconds() + seconds : 0;
	enum outcome o;
	for (;;) {
		begin_round(t, unwind, patience);
		o = search_round(t, &dep, deadline);
		if (o != AGAIN && o != DEEPER)
			break;
		if (o == AGAIN)
			continue;
		if (!symex_deepen(x, &unwind)) {
			o = DONE;
			break;
		}
		patience *= patience < UINT32_MAX ? 8 : 1;
	}
	dependence_free(&dep);
	return o;
}

/* Everything, where a bound is given: if that is safe, so is what is within the bound. */
static enum outcome search_unbounded(struct tree *t, double seconds) {
	struct budget bound = t->bound;
	struct result *result = t->x->result;
	size_t gaps = result->gap.n;
	t->bound.context = NO_BOUND;
	t->only_safe = true;
	enum outcome o = search_deeper(t, seconds);
	t->only_safe = false;
	t->bound = bound;
	bool holes = false;
	for (size_t i = gaps; i < result->gap.n; i++)
		holes |= result->gap.at[i].is_hole;
	if (symex_stop || (o == DONE && !holes))
		return DONE;
	result_drop_gaps(result, gaps); /* what cannot be followed may lie beyond the bound */
	t->found_unsafe = false;
	t->done = false;
	return holes && o != LATE ? UNSAFE : o;
}

/* Most bugs need few switches, but what has no bug is recorded most cheaply without a bound, for
 * then more schedules are alike.  So both take turns. */
static enum outcome search(struct tree *t) {
	const struct schedules *c = t->config;
	bool takes_turns = c->context_bound != NO_BOUND && c->preemption_bound == NO_BOUND && c->por &&
	                   !t->x->config->multi_property;
	for (double turn = FIRST_TURN; takes_turns; turn *= 4) {
		enum outcome o = search_deeper(t, turn);
		if (o != LATE)
			return o;
		o = search_unbounded(t, turn);
		if (o == DONE)
			return o;
		takes_turns = o == LATE;
	}
	return search_deeper(t, 0);
}

void schedule_search(struct symex *x) {
	struct tree t;
	tree_open(&t, x);
	t.live = live_open();
	x->stats->context_bound = t.bound.context;
	enum outcome o = search(&t);
	if (o != BEYOND && symex_stop && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
	vc_forget(x);
	locations_close(t.stepping.places);
	summaries_close(t.summaries);
	live_close(t.live);
	tree_close(&t);
	if (o == BEYOND) {
		diag_note(NO_LOC,
		          "loops go on after %u rounds: exploring states one by one, as --lazy does",
		          x->unwind);
		map_clear(&x->array_view);
		map_clear(&x->fresh_bytes);
		tree_search(x);
	}
}
