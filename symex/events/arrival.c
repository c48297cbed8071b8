/* Assertions that no execution comes to, for core/vacuity.h. */
#include "symex/events/events.h"

#include "solvers/model.h"
#include "symex/core/vacuity.h"

enum { MOST_QUERIES = 100 }; /* the verdict is there, and waits */

/* Some of the reads on which this depends may be sliced: then it is true for more executions. */
static term comes_to(struct events *e, size_t first) {
	struct terms *ts = e->x->ts;
	term any = term_false(ts);
	for (size_t i = first; i < e->arrival.n; i++)
		if (e->arrival.at[i].ins == e->arrival.at[first].ins)
			any = term_or(ts, any, e->arrival.at[i].when);
	return any;
}

static bool was_asked(const struct events *e, size_t ix) {
	for (size_t i = 0; i < ix; i++)
		if (e->arrival.at[i].ins == e->arrival.at[ix].ins)
			return true;
	return false;
}

void arrivals_note(struct events *e, struct model *m) {
	for (size_t i = 0; i < e->arrival.n; i++)
		if (!vacuity_is_reached(e->x, e->arrival.at[i].ins) &&
		    model_holds(m, e->arrival.at[i].when))
			vacuity_reached(e->x, e->arrival.at[i].ins);
}

void arrivals_ask(struct events *e) {
	struct symex *x = e->x;
	if (e->vector || e->follower || !vacuity_matters(x)) /* some of the executions, or all? */
		return;
	x->is_settled = true;
	unsigned asked = 0;
	for (size_t i = 0; i < e->arrival.n; i++) {
		const struct ins *ins = e->arrival.at[i].ins;
		if (vacuity_is_reached(x, ins) || was_asked(e, i))
			continue;
		enum answer a = ANSWER_UNKNOWN;
		bool never =
		    asked++ < MOST_QUERIES && events_ask_extra(e, comes_to(e, i), &a) && a == ANSWER_UNSAT;
		if (!never)
			vacuity_reached(x, ins);
		else if (ins->kind == INS_ASSUME)
			vacuity_fails(x, ins);
	}
}
