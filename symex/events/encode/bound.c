/* The context bound, as a formula.
 *
 * A change to another thread counts unless no other thread is enabled.  With each node goes the
 * number of changes that count up to it; in unary, as conditions that the number is more than k.
 * Nodes with more than the bound are not part of the schedule: they come after the violation.
 *
 * A change to thread u at its node b counts for sure if another thread is between two of its nodes
 * there and the second does not wait.  Whether a thread is enabled that comes to a wait depends on
 * values that the formula does not have at that point, so it may take such a change for free.  The
 * schedules of the formula are thus all those within the bound and perhaps some more; a replay
 * counts the changes of the one that is found. */

#include "symex/events/encode/bound.h"

#include "symex/bounds.h"
#include "symex/core/note_progress.h"
#include "symex/events/record/before.h"
#include "util/base/intern.h"

struct bound {
	struct events *e;
	uint32_t limit;
	term *more;     /* by node and k: more than k changes count up to the node */
	term *executed; /* by node */
	bool *waits;
};

static term more_than(const struct bound *b, uint32_t node, uint32_t k) {
	return b->more[node * (b->limit + 1) + k];
}

static uint32_t tid_of(const struct bound *b, uint32_t node) {
	return b->e->node.at[node].tid;
}

static term ordered(const struct bound *b, uint32_t first, uint32_t second) {
	struct terms *ts = b->e->x->ts;
	if (issue_before(b->e, first, second))
		return term_true(ts);
	if (issue_before(b->e, second, first))
		return term_false(ts);
	return order_before(b->e->order, first, second);
}

/* The condition that a thread other than that of 'node' is enabled for sure when it happens. */
static term another_enabled(const struct bound *b, uint32_t node) {
	struct events *e = b->e;
	struct terms *ts = e->x->ts;
	term any = term_false(ts);
	bool begins = !e->node.at[node].index;
	for (uint32_t v = 0; v < e->thread.n; v++) {
		const struct event_thread *t = &e->thread.at[v];
		if (v == tid_of(b, node))
			continue;
		for (size_t i = begins ? 0 : 1; i < t->node.n; i++) {
			uint32_t second = t->node.at[i];
			uint32_t first = i ? t->node.at[i - 1] : t->spawn_node;
			if ((!i && !v) || first == node || b->waits[second])
				continue;
			term between = term_and(ts, ordered(b, first, node), ordered(b, node, second));
			term active = term_and(ts, b->executed[first], e->node.at[second].guard);
			any = term_or(ts, any, term_and(ts, between, active));
		}
	}
	return any;
}

/* The changes up to 'later' are at least those up to 'earlier', and one more if 'counts'. */
static void add_order(const struct bound *b, uint32_t earlier, uint32_t later, term when,
                      term counts) {
	struct events *e = b->e;
	struct terms *ts = e->x->ts;
	term one_more = term_and(ts, when, counts);
	for (uint32_t k = 0; k <= b->limit; k++) {
		term has = more_than(b, earlier, k);
		order_add(e->order, term_implies(ts, term_and(ts, when, has), more_than(b, later, k)));
		term had = k ? more_than(b, earlier, k - 1) : term_true(ts);
		order_add(e->order, term_implies(ts, term_and(ts, one_more, had), more_than(b, later, k)));
	}
}

static void add_node(const struct bound *b, uint32_t node) {
	struct events *e = b->e;
	struct terms *ts = e->x->ts;
	const struct event_node *n = &e->node.at[node];
	for (uint32_t k = 1; k <= b->limit; k++)
		order_add(e->order, term_implies(ts, more_than(b, node, k), more_than(b, node, k - 1)));
	if (n->index)
		add_order(b, e->thread.at[n->tid].node.at[n->index - 1], node, term_true(ts),
		          term_false(ts));
	term counts = another_enabled(b, node);
	for (uint32_t other = 0; other < e->node.n; other++) {
		if (tid_of(b, other) == n->tid)
			continue;
		term when = term_and(ts, b->executed[other], n->guard);
		when = term_and(ts, when, ordered(b, other, node));
		if (!term_is_false(ts, when))
			add_order(b, other, node, when, counts);
	}
}

void bound_encode(struct events *e, uint32_t limit) {
	struct symex *x = e->x;
	struct arena *a = x->pool.arena;
	struct bound b = {.e = e, .limit = limit};
	b.more = arena_array(a, term, e->node.n * (limit + 1));
	b.executed = arena_array(a, term, e->node.n);
	b.waits = arena_array(a, bool, e->node.n);
	for (uint32_t i = 0; i < e->node.n; i++) {
		b.executed[i] = term_and(x->ts, e->node.at[i].guard, node_happens(e, i));
		for (uint32_t k = 0; k <= limit; k++)
			b.more[i * (limit + 1) + k] =
			    term_var(x->ts, sort_bool(), intern_printf("more!%u!%u", i, k));
	}
	for (size_t i = 0; i < e->waiting.n; i++)
		b.waits[e->waiting.at[i].node] = true;
	for (uint32_t i = 0; i < e->node.n; i++)
		add_node(&b, i);
	e->formula.outside_bound = arena_array(a, term, e->node.n);
	for (uint32_t i = 0; i < e->node.n; i++)
		e->formula.outside_bound[i] = b.more[i * (limit + 1) + limit];
	progress_schedules(x, limit, NO_BOUND, NO_BOUND);
}

static term within(struct events *e, uint32_t node) {
	return term_not(e->x->ts, e->formula.outside_bound[node]);
}

term bound_allows(struct events *e, uint32_t node) {
	return e->formula.outside_bound && node != NO_NODE ? within(e, node) : term_true(e->x->ts);
}

/* The node before that of an event; the thread gets there to make the access. */
static uint32_t before_event(const struct events *e, uint32_t event) {
	const struct event_node *n = &e->node.at[e->event.at[event].node];
	return e->thread.at[n->tid].node.at[n->index - 1];
}

term bound_within(struct events *e, const struct condition *c) {
	struct terms *ts = e->x->ts;
	if (c->node != NO_NODE)
		return within(e, c->node);
	if (c->first != NO_EVENT)
		return term_and(ts, within(e, before_event(e, c->first)),
		                within(e, before_event(e, c->second)));
	term all = term_true(ts);
	for (uint32_t i = 0; i < e->node.n; i++) {
		term executed = term_and(ts, e->node.at[i].guard, node_happens(e, i));
		if (c->cycle)
			executed = term_and(ts, executed, c->cycle[e->node.at[i].tid]);
		all = term_and(ts, all, term_implies(ts, executed, within(e, i)));
	}
	return all;
}
