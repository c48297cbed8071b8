#include "symex/events/events_history.h"

#include "solvers/model.h"
#include "symex/config.h"
#include "symex/library/history.h"
#include "symex/query/about.h"
#include "symex/replay/confirm.h"
#include "symex/symex_stats.h"
#include "util/diag.h"
#include "util/intern.h"

bool history_is_wanted(const struct events *e) {
	return library_asked(e->x) != CONSISTENCY_NONE;
}

void history_forget(struct events *e) {
	history_runs_close(e);
	e->history.call.n = 0;
	e->history.has_begun = false;
}

/* --- The client says what it does. --- */

void history_begins(struct symex *x, struct state *st) {
	struct event_history *h = &events_of(x)->history;
	state_fork(x, st, &h->begin);
	h->begin.guard = NULL;
	h->has_begun = true;
}

bool history_called(struct symex *x, struct state *st, const struct library_call *c) {
	struct events *e = events_of(x);
	struct event_call call = {.tid = st->tid,
	                          .op = c->op,
	                          .node = events_node(x, st),
	                          .return_node = NO_NODE,
	                          .path = st->guard,
	                          .called = state_guard(x, st),
	                          .returned = term_false(x->ts),
	                          .n = c->n,
	                          .arg = c->value,
	                          .ins = c->ins};
	vec_push(&e->history.call, call);
	return true;
}

void history_opens(struct symex *x, struct state *st) {
	(void)x, (void)st;
	BUG("a call that is not a node");
}

/* The call that returns is the last one of the thread on its path. */
bool history_returned(struct symex *x, struct state *st, const struct library_call *c) {
	struct events *e = events_of(x);
	struct event_call *call = NULL;
	for (size_t i = e->history.call.n; i-- > 0 && !call;) {
		struct event_call *k = &e->history.call.at[i];
		if (k->tid == st->tid && k->op == c->op && events_path_implies(st->guard, k->path))
			call = k;
	}
	if (!call || call->return_node != NO_NODE) {
		events_unsupported(e, state_user_loc(st), "a return that belongs to several calls");
		return false;
	}
	call->return_node = events_node(x, st);
	call->returned = state_guard(x, st);
	call->loc = state_user_loc(st);
	call->nresults = c->n;
	call->result = c->value;
	return true;
}

void history_roots(const struct events *e, void (*use)(void *, term), void *context) {
	for (size_t i = 0; i < e->history.call.n; i++) {
		const struct event_call *c = &e->history.call.at[i];
		use(context, c->called);
		use(context, c->returned);
		for (uint32_t k = 0; k < c->n; k++)
			use(context, c->arg[k]);
		for (uint32_t k = 0; k < c->nresults; k++)
			use(context, c->result[k]);
	}
}

/* --- An order of the calls of a model. --- */

struct placed_call {
	uint32_t call;
	const struct history_outcome *outcome;
};

struct order_search {
	struct events *e;
	struct model *m;
	VEC(uint32_t) call; /* of the model */
	bool *is_placed;    /* by index in 'call' */
	bool *is_complete;  /* the same: it returns */
	VEC(struct placed_call) order;
};

static const struct event_call *call_at(const struct order_search *s, size_t i) {
	return &s->e->history.call.at[s->call.at[i]];
}

static bool is_sequential(const struct events *e) {
	return library_asked(e->x) == CONSISTENCY_SEQUENTIAL;
}

/* Must i come before j in the order? */
static bool precedes(const struct order_search *s, size_t i, size_t j) {
	const struct event_call *a = call_at(s, i), *b = call_at(s, j);
	if (!s->is_complete[i] || (is_sequential(s->e) && a->tid != b->tid))
		return false;
	return s->e->rank[a->return_node] < s->e->rank[b->node];
}

static bool may_be_next(const struct order_search *s, size_t j) {
	if (s->is_placed[j])
		return false;
	for (size_t i = 0; i < s->call.n; i++)
		if (!s->is_placed[i] && i != j && precedes(s, i, j))
			return false;
	return true;
}

static bool is_all_placed(const struct order_search *s) {
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

/* Places the calls that are left, from a state of the specification on. */
static bool place(struct order_search *s, uint32_t state) {
	struct events *e = s->e;
	if (is_all_placed(s))
		return true;
	for (size_t i = 0; i < s->call.n && !e->unsupported; i++) {
		if (!may_be_next(s, i))
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

/* The condition that the order explains the execution. */
static term is_explained(struct order_search *s) {
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
				all = term_and(ts, all,
				               term_not(ts, order_before(e->order, c->return_node, earlier->node)));
		}
	}
	for (size_t i = 0; i < h->call.n; i++)
		if (!is_in[i])
			all = term_and(ts, all, term_not(ts, h->call.at[i].returned));
	return all;
}

/* --- The search. --- */

static void open_search(struct order_search *s, struct events *e, struct model *m) {
	*s = (struct order_search){.e = e, .m = m};
	for (uint32_t i = 0; i < e->history.call.n; i++)
		if (model_holds(m, e->history.call.at[i].called))
			vec_push(&s->call, i);
	s->is_placed = arena_array(e->x->pool.arena, bool, s->call.n + 1);
	s->is_complete = arena_array(e->x->pool.arena, bool, s->call.n + 1);
	for (size_t i = 0; i < s->call.n; i++)
		s->is_complete[i] = model_holds(m, call_at(s, i)->returned);
}

static void close_search(struct order_search *s) {
	vec_free(&s->call);
	vec_free(&s->order);
}

/* The return that comes last in the model. */
static struct loc last_return(const struct order_search *s) {
	const struct event_call *last = NULL;
	for (size_t i = 0; i < s->call.n; i++) {
		const struct event_call *c = call_at(s, i);
		if (s->is_complete[i] &&
		    (!last || s->e->rank[last->return_node] < s->e->rank[c->return_node]))
			last = c;
	}
	return last ? last->loc : NO_LOC;
}

static bool report(const struct order_search *s) {
	struct events *e = s->e;
	struct symex *x = e->x;
	struct condition c = {.node = NO_NODE,
	                      .first = NO_EVENT,
	                      .second = NO_EVENT,
	                      .is_deadlock = true,
	                      .is_history = true};
	c.vc = (struct vc){.property = library_property(x, &e->history.begin), .loc = last_return(s)};
	e->goal = &c;
	x->stats->interleavings++;
	x->stats->failed++;
	confirm_violation(x, s->m, &c.vc);
	e->goal = NULL;
	return true;
}

bool history_check(struct events *e) {
	struct terms *ts = e->x->ts;
	size_t lemmas = 0;
	bool over = false;
	if (!history_is_wanted(e) || !e->history.has_begun)
		return false;
	term bad = term_var(ts, sort_bool(), "history");
	about(e->x, "orders of the calls");
	for (;;) {
		enum answer a = events_ask(e, &bad, 1);
		over = a == ANSWER_UNKNOWN;
		if (a != ANSWER_SAT)
			break;
		struct model *m = events_model(e);
		struct order_search s;
		open_search(&s, e, m);
		bool found = place(&s, 0);
		if (!found && !e->unsupported)
			over = report(&s); /* closes the model */
		else if (found)
			order_add(e->order, term_implies(ts, bad, term_not(ts, is_explained(&s))));
		close_search(&s);
		if (!found && !e->unsupported)
			break;
		model_close(m);
		if (e->unsupported) {
			over = true;
			break;
		}
		lemmas++;
	}
	diag_say(2, "%zu calls: %zu orders of them", e->history.call.n, lemmas);
	return over;
}
