/* Which conditions are violated, and the schedules that show it. */
#include "symex/events/ask/violation.h"

#include "process/work.h"
#include "solvers/model.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/events/ask/events_ask.h"
#include "symex/events/ask/history_check.h"
#include "symex/events/encode/bound.h"
#include "symex/events/encode/happens_before.h"
#include "symex/events/encode/spin.h"
#include "symex/observer.h"
#include "symex/query/about.h"
#include "symex/query/verdict.h"
#include "symex/replay/confirm.h"
#include "symex/replay/replay.h"
#include "symex/symex_stats.h"
#include "util/base/stats.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

static bool is_open(struct events *e, const struct condition *c) {
	struct result *r = e->x->result;
	if ((e->violations.only_races && c->first == NO_EVENT) || history_explains(e, c))
		return false;
	return !c->is_excluded && (c->vc.property >= r->property.n ||
	                           r->property.at[c->vc.property].status != PROPERTY_VIOLATED);
}

/* The place of a deadlock is the wait of the first thread that takes part. */
static struct loc deadlock_place(struct events *e, struct model *m, const struct condition *c) {
	const struct waiting *first = NULL;
	for (size_t i = 0; i < e->waiting.n; i++) {
		const struct waiting *w = &e->waiting.at[i];
		uint32_t tid = e->node.at[w->node].tid;
		if (model_holds(m, e->formula.blocked[i]) && (!c->cycle || model_holds(m, c->cycle[tid])) &&
		    (!first || tid < e->node.at[first->node].tid))
			first = w;
	}
	return first ? first->loc : c->vc.loc;
}

/* The condition that is violated first in the model. */
static struct condition *violated(struct events *e, struct model *m) {
	struct condition *best = NULL;
	for (size_t i = 0; i < e->condition.n; i++) {
		struct condition *c = &e->condition.at[i];
		if (!is_open(e, c) || !model_holds(m, c->vc.violated))
			continue;
		if (e->formula.outside_bound && !model_holds(m, bound_within(e, c)))
			continue;
		if (!best || (c->node != NO_NODE && (best->node == NO_NODE ||
		                                     e->found.rank[c->node] < e->found.rank[best->node])))
			best = c;
	}
	if (!best)
		BUG("a model of the disjunction satisfies no part of it");
	if (best->is_stuck)
		best->vc.loc = spin_place(e, m);
	else if (best->is_deadlock)
		best->vc.loc = deadlock_place(e, m, best);
	if (best->first != NO_EVENT && e->found.rank[e->event.at[best->second].node] <
	                                   e->found.rank[e->event.at[best->first].node]) {
		uint32_t first = best->second;
		best->second = best->first;
		best->first = first;
	}
	return best;
}

static void count_switch(struct symex *x, struct state *st) {
	uint32_t *count = x->observation.data;
	(void)st;
	++*count;
}

static const struct observer switch_counter = {.context_switch = count_switch};

/* Does the context bound allow the schedule of the model? */
static bool is_within_bound(struct events *e, struct model *m) {
	uint32_t bound = e->x->config->schedules.context_bound, count = 0;
	const char *why;
	return bound == NO_BOUND ||
	       !replay_run(e->x, m, &e->found.goal->vc, &switch_counter, &count, &why) ||
	       count <= bound;
}

/* Work for a question about all schedules where a context bound is given: so much, and a part of
 * all that was done so far.  Most answers come sooner. */
enum { LEAST_UNBOUNDED_WORK = THRESHOLD(WORK_SECOND, 1), WORK_DIVISOR = THRESHOLD(4, 1 << 30) };

/* Asks about all schedules although a bound is given.  Without an answer soon, the bound is part of
 * this formula and of all later ones, which are larger. */
static enum answer ask_unbounded(struct events *e, term any) {
	uint64_t units = LEAST_UNBOUNDED_WORK + (work.done - e->queries.began) / WORK_DIVISOR;
	enum answer a = ANSWER_UNKNOWN;
	if (!e->violations.bound_first) {
		progress_unbounded(e->x);
		events_ask_within(e, any, units, &a);
	}
	e->violations.bound_first = a == ANSWER_UNKNOWN;
	return a;
}

/* Can a condition that is not known to be violated be violated?  UNKNOWN, and
 * e->violations.bound_first: it is to be asked again, with the bound. */
static enum answer ask_conditions(struct events *e) {
	struct terms *ts = e->x->ts;
	term any = term_false(ts), before = term_true(ts);
	about_violations(e->x);
	for (size_t i = 0; i < e->condition.n; i++) {
		const struct condition *c = &e->condition.at[i];
		if (!is_open(e, c))
			continue;
		about_place(e->x, c->vc.loc);
		term violated = c->vc.violated;
		if (e->formula.outside_bound)
			violated = term_and(ts, violated, bound_within(e, c));
		any = term_or(ts, any, violated);
		before = term_and(ts, before, term_implies(ts, violated, hb_interrupted_before(e, c)));
	}
	any = term_and(ts, any, before);
	if (term_is_false(ts, any))
		return ANSWER_UNSAT;
	if (e->x->config->schedules.context_bound != NO_BOUND && !e->formula.outside_bound)
		return ask_unbounded(e, any);
	return events_ask(e, &any, 1);
}

/* All schedules are asked first: if none violates a condition, none within the bound does.  That
 * ends soon, with or without an answer: the formula with the bound may be far easier. */
bool events_violations(struct events *e) {
	struct symex *x = e->x;
	e->formula.outside_bound = NULL;
	e->violations.only_races = e->hb; /* what a program with a race does is undefined */
	for (;;) {
		enum answer a = ask_conditions(e);
		if (a == ANSWER_UNKNOWN && e->violations.bound_first && !e->formula.outside_bound &&
		    !symex_stop) {
			bound_encode(e, x->config->schedules.context_bound);
			continue;
		}
		if (a == ANSWER_UNSAT && e->violations.only_races) {
			e->violations.only_races = false;
			continue;
		}
		if (a == ANSWER_UNSAT && e->formula.outside_bound)
			verdict_context_bound(x);
		if (a != ANSWER_SAT)
			return a == ANSWER_UNKNOWN;
		struct model *m = events_model(e);
		e->found.goal = violated(e, m);
		if (!is_within_bound(e, m)) {
			model_close(m);
			if (e->formula.outside_bound) {
				events_unsupported(e, NO_LOC, "whether a context switch counts depends on values");
				return true;
			}
			bound_encode(e, x->config->schedules.context_bound);
			continue;
		}
		x->stats->interleavings++;
		x->stats->failed++;
		if (!confirm_violation(x, m, &e->found.goal->vc) || !x->config->multi_property)
			return true;
	}
}
