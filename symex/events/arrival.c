/* Assertions that no execution comes to, for core/vacuity.h. */
#include "symex/events/events.h"

#include "symex/core/vacuity.h"
#include "util/work.h"

/* Of a query, in units of work, and of queries: the verdict is there, and waits. */
enum { MOST_WORK = WORK_SECOND / 4, MOST_QUERIES = 100 };

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

void arrivals_ask(struct events *e) {
	struct symex *x = e->x;
	bool turn = e->turn, late = e->late;
	if (e->vector || e->follower || !vacuity_matters(x)) /* some of the executions, or all? */
		return;
	bool can_ask = order_limit(e->order, MOST_WORK);
	x->is_settled = true;
	e->turn = true; /* no answer is no gap */
	unsigned asked = 0;
	for (size_t i = 0; i < e->arrival.n; i++) {
		const struct ins *ins = e->arrival.at[i].ins;
		if (vacuity_is_reached(x, ins) || was_asked(e, i))
			continue;
		term any = comes_to(e, i);
		bool never = can_ask && asked++ < MOST_QUERIES && events_ask(e, &any, 1) == ANSWER_UNSAT;
		if (!never)
			vacuity_reached(x, ins);
		else if (ins->kind == INS_ASSUME)
			vacuity_fails(x, ins);
	}
	e->turn = turn;
	e->late = late;
}
