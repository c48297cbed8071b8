/* The number of executions: complete ones, that differ in what their reads take their values from
 * or in the order of the writes of a location.
 *
 * After each model, what it consists of is excluded, until there is none left.  Memory of the user
 * counts, and the order in which threads get a lock: whose release an acquisition finds.  An
 * execution in which an assertion fails is complete, as if it went no further in that thread; one
 * in which a thread waits for ever, or a loop goes on, is not. */
#include "symex/events/ask/executions.h"

#include "symex/config.h"
#include "symex/events/ask/events_ask.h"
#include "symex/events/encode/coherence.h"
#include "symex/events/record/before.h"

static bool counts(const struct events *e, uint32_t event) {
	const struct event *ev = &e->event.at[event];
	const struct object *o = &e->x->object.at[ev->object];
	return !event_is_library(e, ev) && ev->at.from != LIFETIME &&
	       !(o->symbol && o->symbol->is_model);
}

/* Is the source of the read a part of the graph? */
static bool is_part(const struct events *e, uint32_t read) {
	return counts(e, read) || !term_is_false(e->x->ts, e->event.at[read].acquires);
}

static uint32_t write_node(struct events *e, uint32_t write) {
	return e->model->source == SOURCE_COHERENT ? coherence_node(e, write) : memory_node(e, write);
}

struct count_pair { /* of writes that may be to the same bytes */
	term both, first;
};

struct count {
	struct events *e;
	VEC(struct count_pair) pair;
	VEC(term) assume;
};

static void add_pair(struct count *c, uint32_t a, uint32_t b) {
	struct events *e = c->e;
	struct terms *ts = e->x->ts;
	const struct event *v = &e->event.at[a], *w = &e->event.at[b];
	if (w->kind != EVENT_WRITE || e->node.at[v->node].tid == e->node.at[w->node].tid ||
	    !counts(e, b))
		return;
	term both = term_and(ts, event_overlap(e, v, w), term_and(ts, v->guard, w->guard));
	if (term_is_false(ts, both))
		return;
	struct count_pair p = {both, order_before(e->order, write_node(e, a), write_node(e, b))};
	vec_push(&c->pair, p);
}

static bool holds(struct events *e, term t) {
	struct bits b;
	if (term_is_const(e->x->ts, t))
		return term_is_true(e->x->ts, t);
	return order_value(e->order, t, e->x->pool.arena, &b) && b.lo & 1;
}

/* What the model consists of. */
static term graph_of(struct count *c) {
	struct events *e = c->e;
	struct terms *ts = e->x->ts;
	term all = term_true(ts);
	for (size_t i = 0; i < e->formula.source.n; i++)
		if (is_part(e, e->formula.source.at[i].read) && holds(e, e->formula.source.at[i].taken))
			all = term_and(ts, all, e->formula.source.at[i].taken);
	for (size_t i = 0; i < c->pair.n; i++)
		if (holds(e, c->pair.at[i].both)) {
			term first = c->pair.at[i].first;
			all = term_and(ts, all, holds(e, first) ? first : term_not(ts, first));
		}
	return all;
}

/* Does an execution go on where a bound has cut it? */
static bool is_cut(struct events *e) {
	term any = term_false(e->x->ts);
	for (size_t i = 0; i < e->x->cut.n; i++)
		any = term_or(e->x->ts, any, e->x->cut.at[i].guard);
	return !term_is_false(e->x->ts, any) && events_ask(e, &any, 1) != ANSWER_UNSAT;
}

bool count_executions(struct events *e) {
	struct terms *ts = e->x->ts;
	if (is_cut(e))
		return false;
	struct count c = {.e = e};
	term fresh = term_var(ts, sort_bool(), "count");
	vec_push(&c.assume, fresh);
	for (uint32_t a = 0; a < e->event.n; a++)
		for (uint32_t b = a + 1; b < e->event.n; b++)
			if (e->event.at[a].kind == EVENT_WRITE && counts(e, a))
				add_pair(&c, a, b);
	for (size_t i = 0; i < e->stop.n; i++)
		if (e->stop.at[i].is_midway)
			vec_push(&c.assume, term_not(ts, e->stop.at[i].when));
	uint64_t n = 0;
	while (!symex_stop && events_ask(e, c.assume.at, c.assume.n) == ANSWER_SAT) {
		n++;
		order_add(e->order, term_not(ts, term_and(ts, fresh, graph_of(&c))));
	}
	e->x->result->executions = n;
	e->x->result->is_counted = !symex_stop;
	vec_free(&c.pair);
	vec_free(&c.assume);
	return true;
}
