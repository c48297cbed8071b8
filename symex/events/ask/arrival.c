/* Assertions that no execution comes to, for core/vacuity.h. */

#include "symex/events/ask/arrival.h"

#include "solvers/model.h"
#include "symex/core/vacuity.h"
#include "symex/events/ask/events_ask.h"
#include "symex/events/encode/bound.h"

enum { MOST_QUERIES = 100 }; /* the verdict is there, and waits */

term arrivals_when(struct events *e, size_t ix) {
	const struct watched_arrival *a = &e->arrival.at[ix];
	return term_and(e->x->ts, a->when, bound_allows(e, a->node));
}

/* Some of the reads on which this depends may be sliced: then it is true for more executions. */
static term comes_to(struct events *e, size_t first) {
	struct terms *ts = e->x->ts;
	term any = term_false(ts);
	for (size_t i = first; i < e->arrival.n; i++)
		if (e->arrival.at[i].ins == e->arrival.at[first].ins)
			any = term_or(ts, any, arrivals_when(e, i));
	return any;
}

static bool was_asked(const struct events *e, size_t ix) {
	for (size_t i = 0; i < ix; i++)
		if (e->arrival.at[i].ins == e->arrival.at[ix].ins)
			return true;
	return false;
}

static bool is_reached(const struct symex *x, const struct ins *i) {
	return i ? vacuity_is_reached(x, i) : x->vacuity.has_ended;
}

static void reach(struct symex *x, const struct ins *i) {
	if (i)
		vacuity_reached(x, i);
	else
		x->vacuity.has_ended = true;
}

void arrivals_note(struct events *e, struct model *m) {
	for (size_t i = 0; i < e->arrival.n; i++)
		if (!is_reached(e->x, e->arrival.at[i].ins) && model_holds(m, arrivals_when(e, i)))
			reach(e->x, e->arrival.at[i].ins);
}

/* Whether the end of the program is reached matters only where a bound has cut something. */
static bool is_wanted(const struct events *e, size_t ix) {
	const struct ins *i = e->arrival.at[ix].ins;
	return (i || vacuity_is_bounded(e->x)) && !is_reached(e->x, i) && !was_asked(e, ix);
}

void arrivals_ask(struct events *e) {
	struct symex *x = e->x;
	if (e->vector || e->follower || !vacuity_matters(x)) /* some of the executions, or all? */
		return;
	x->search.is_settled = true;
	unsigned asked = 0;
	for (size_t i = 0; i < e->arrival.n; i++) {
		const struct ins *ins = e->arrival.at[i].ins;
		if (!is_wanted(e, i))
			continue;
		enum answer a = ANSWER_UNKNOWN;
		bool never =
		    asked++ < MOST_QUERIES && events_ask_extra(e, comes_to(e, i), &a) && a == ANSWER_UNSAT;
		if (!never)
			reach(x, ins);
		else if (ins && ins->kind == INS_ASSUME)
			vacuity_fails(x, ins);
	}
	x->vacuity.unasked = false;
}
