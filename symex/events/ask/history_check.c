/* Looks for an order of the calls of a model that explains their results; a lemma excludes what it
 * explains. */
#include "symex/events/ask/history_check.h"

#include "process/work.h"
#include "solvers/model.h"
#include "symex/config.h"
#include "symex/events/ask/events_ask.h"
#include "symex/events/execute/events_spec.h"
#include "symex/library/history.h"
#include "symex/query/about.h"
#include "symex/replay/confirm.h"
#include "symex/symex_stats.h"
#include "util/text/diag.h"

/* Of work; then the search of states takes over. */
#define SECONDS_FOR_ORDERS 5.0

/* --- An order of the calls of a model. --- */

struct placed_call {
	uint32_t call;
	const struct history_outcome *outcome;
};

struct call_order {
	struct events *e;
	struct model *m;
	VEC(uint32_t) call; /* of the model */
	bool *is_placed;    /* by index in 'call' */
	bool *is_complete;  /* the same: it returns */
	VEC(struct placed_call) order;
	bool waits;    /* the others wait for ever: none is placed, and none can happen at the end */
	uint32_t last; /* the state at the end */
};

static const struct event_call *call_at(const struct call_order *s, size_t i) {
	return &s->e->history.call.at[s->call.at[i]];
}

static bool is_sequential(const struct events *e) {
	return library_asked(e->x) == CONSISTENCY_SEQUENTIAL;
}

/* Must i come before j in the order? */
static bool precedes(const struct call_order *s, size_t i, size_t j) {
	const struct event_call *a = call_at(s, i), *b = call_at(s, j);
	bool is_other = a->tid != b->tid;
	if (!s->is_complete[i] || (is_sequential(s->e) && is_other))
		return false;
	if (is_other && events_are_coherent(s->e))
		return model_holds(s->m, history_synchronises(s->e, s->call.at[i], s->call.at[j]));
	return s->e->found.rank[a->return_node] < s->e->found.rank[b->node];
}

static bool may_be_next(const struct call_order *s, size_t j) {
	if (s->is_placed[j])
		return false;
	for (size_t i = 0; i < s->call.n; i++)
		if (!s->is_placed[i] && i != j && precedes(s, i, j))
			return false;
	return true;
}

static bool is_all_placed(const struct call_order *s) {
	for (size_t i = 0; i < s->call.n; i++)
		if (s->is_complete[i] && !s->is_placed[i])
			return false;
	return true;
}

/* The condition that the outcome is what the call has returned. */
static term explains(struct events *e, const struct event_call *c, const struct history_outcome *o,
                     bool is_complete) {
	struct terms *ts = e->x->ts;
	term same = o->guard;
	for (uint32_t i = 0; is_complete && i < c->nresults; i++) {
		if (i >= o->nresults || term_width(ts, c->result[i]) != term_width(ts, o->result[i]))
			return term_false(ts);
		same = term_and(ts, same, term_equal(ts, c->result[i], o->result[i]));
	}
	return same;
}

/* Can none of the calls that have not returned happen in the state? */
static bool nobody_can(struct call_order *s, uint32_t state) {
	for (size_t i = 0; i < s->call.n; i++) {
		const struct history_outcomes *all =
		    s->is_complete[i] ? NULL : history_run(s->e, state, s->call.at[i]);
		if (s->e->unsupported)
			return false;
		for (size_t k = 0; all && k < all->at.n; k++)
			if (model_holds(s->m, all->at.at[k].guard))
				return false;
	}
	s->last = state;
	return true;
}

/* Places the calls that are left, from a state of the specification on. */
static bool place(struct call_order *s, uint32_t state) {
	struct events *e = s->e;
	if (is_all_placed(s))
		return !s->waits || nobody_can(s, state);
	for (size_t i = 0; i < s->call.n && !e->unsupported; i++) {
		if (!may_be_next(s, i) || (s->waits && !s->is_complete[i]))
			continue;
		const struct history_outcomes *all = history_run(e, state, s->call.at[i]);
		for (size_t k = 0; all && k < all->at.n; k++) {
			const struct history_outcome *o = &all->at.at[k];
			if (!model_holds(s->m, explains(e, call_at(s, i), o, s->is_complete[i])))
				continue;
			s->is_placed[i] = true;
			vec_push(&s->order, ((struct placed_call){s->call.at[i], o}));
			if (place(s, o->after))
				return true;
			s->order.n--;
			s->is_placed[i] = false;
		}
	}
	return false;
}

/* --- The lemma. --- */

/* The condition that the call returns before the other one begins. */
static term comes_before(struct events *e, uint32_t first, uint32_t second) {
	const struct event_history *h = &e->history;
	if (events_are_coherent(e))
		return history_synchronises(e, first, second);
	return order_before(e->order, h->call.at[first].return_node, h->call.at[second].node);
}

/* The condition that the calls which have not returned are those of the model, and none of them can
 * happen in the last state. */
static term all_wait(struct call_order *s, const bool *is_in) {
	struct events *e = s->e;
	struct terms *ts = e->x->ts;
	term all = term_true(ts);
	for (uint32_t i = 0; i < e->history.call.n; i++) {
		const struct event_call *c = &e->history.call.at[i];
		if (is_in[i])
			continue;
		bool is_called = model_holds(s->m, c->called);
		all = term_and(ts, all, is_called ? c->called : term_not(ts, c->called));
		const struct history_outcomes *can = is_called ? history_run(e, s->last, i) : NULL;
		for (size_t k = 0; can && k < can->at.n; k++)
			all = term_and(ts, all, term_not(ts, can->at.at[k].guard));
	}
	return all;
}

/* The condition that the order explains the execution. */
static term is_explained(struct call_order *s) {
	struct events *e = s->e;
	struct terms *ts = e->x->ts;
	const struct event_history *h = &e->history;
	bool *is_in = arena_array(e->x->pool.arena, bool, h->call.n);
	term all = term_true(ts);
	for (size_t k = 0; k < s->order.n; k++) {
		const struct event_call *c = &h->call.at[s->order.at[k].call];
		bool is_complete = model_holds(s->m, c->returned);
		is_in[s->order.at[k].call] = true;
		all = term_and(ts, all, is_complete ? c->returned : c->called);
		all = term_and(ts, all, explains(e, c, s->order.at[k].outcome, is_complete));
		for (size_t i = 0; i < k && is_complete && !is_sequential(e); i++) {
			const struct event_call *earlier = &h->call.at[s->order.at[i].call];
			if (earlier->tid != c->tid)
				all = term_and(
				    ts, all,
				    term_not(ts, comes_before(e, s->order.at[k].call, s->order.at[i].call)));
		}
	}
	for (size_t i = 0; i < h->call.n; i++)
		if (!is_in[i])
			all = term_and(ts, all, term_not(ts, h->call.at[i].returned));
	if (s->waits)
		all = term_and(ts, all, all_wait(s, is_in));
	return all;
}

/* --- The search. --- */

static void open_search(struct call_order *s, struct events *e, struct model *m) {
	*s = (struct call_order){.e = e, .m = m};
	for (uint32_t i = 0; i < e->history.call.n; i++)
		if (model_holds(m, e->history.call.at[i].called))
			vec_push(&s->call, i);
	s->is_placed = arena_array(e->x->pool.arena, bool, s->call.n + 1);
	s->is_complete = arena_array(e->x->pool.arena, bool, s->call.n + 1);
	for (size_t i = 0; i < s->call.n; i++)
		s->is_complete[i] = model_holds(m, call_at(s, i)->returned);
}

static void close_search(struct call_order *s) {
	vec_free(&s->call);
	vec_free(&s->order);
}

/* The return that comes last in the model. */
static struct loc last_return(const struct call_order *s) {
	const struct event_call *last = NULL;
	for (size_t i = 0; i < s->call.n; i++) {
		const struct event_call *c = call_at(s, i);
		if (s->is_complete[i] &&
		    (!last || s->e->found.rank[last->return_node] < s->e->found.rank[c->return_node]))
			last = c;
	}
	return last ? last->loc : NO_LOC;
}

/* Is each thread that waits in a call, or joins another one? */
static bool all_are_in_calls(const struct call_order *s) {
	const struct events *e = s->e;
	for (size_t i = 0; i < e->waiting.n; i++) {
		const struct waiting *w = &e->waiting.at[i];
		bool is_in = w->sync == SYNC_JOIN;
		for (size_t k = 0; k < s->call.n; k++)
			is_in |= !s->is_complete[k] && call_at(s, k)->tid == e->node.at[w->node].tid;
		if (model_holds(s->m, e->formula.blocked[i]) && !is_in)
			return false;
	}
	return true;
}

/* The violation that no order explains, or is none of the specification's. */
static bool report(const struct call_order *s, const struct condition *deadlock) {
	struct events *e = s->e;
	struct symex *x = e->x;
	struct condition c = {.node = NO_NODE, .first = NO_EVENT, .second = NO_EVENT};
	c.vc = deadlock ? deadlock->vc
	                : (struct vc){.property = library_property(x, &e->history.begin),
	                              .loc = last_return(s)};
	c.is_deadlock = c.is_history = true;
	e->found.goal = &c;
	x->stats->interleavings++;
	x->stats->failed++;
	confirm_violation(x, s->m, &c.vc);
	e->found.goal = NULL;
	return true;
}

/* Looks for an execution that no order of its calls explains; one that ends in the deadlock, or, if
 * that is NULL, any.  true: the search is over. */
static bool look_for(struct events *e, const struct condition *deadlock, size_t *lemmas) {
	struct terms *ts = e->x->ts;
	term bad = term_var(ts, sort_bool(), deadlock ? "waits" : "history");
	term query = deadlock ? term_and(ts, bad, deadlock->vc.violated) : bad;
	double start = work_seconds();
	for (;;) {
		enum answer a = events_ask(e, &query, 1);
		if (a != ANSWER_SAT)
			return a == ANSWER_UNKNOWN;
		struct model *m = events_model(e);
		struct call_order s;
		open_search(&s, e, m);
		s.waits = deadlock;
		bool found = (!deadlock || all_are_in_calls(&s)) && place(&s, 0);
		bool over = e->unsupported || !found;
		if (found && !over)
			order_add(e->order, term_implies(ts, bad, term_not(ts, is_explained(&s))));
		if (!found && !e->unsupported)
			report(&s, deadlock); /* closes the model */
		else
			model_close(m);
		close_search(&s);
		if (over)
			return true;
		++*lemmas;
		if (model_interleaves(e->model) && work_seconds() - start > SECONDS_FOR_ORDERS)
			events_unsupported(e, NO_LOC, "many orders of the calls");
		if (e->unsupported)
			return true;
	}
}

bool history_explains(const struct events *e, const struct condition *c) {
	return history_is_wanted(e) && e->history.has_begun && c->is_deadlock && !c->cycle &&
	       !c->is_stuck;
}

bool history_check(struct events *e) {
	size_t lemmas = 0;
	if (!history_is_wanted(e) || !e->history.has_begun)
		return false;
	about(e->x, "orders of the calls");
	bool over = look_for(e, NULL, &lemmas);
	for (size_t i = 0; i < e->condition.n && !over; i++)
		if (history_explains(e, &e->condition.at[i]))
			over = look_for(e, &e->condition.at[i], &lemmas);
	diag_say(2, "%zu calls: %zu orders of them", e->history.call.n, lemmas);
	return over;
}
