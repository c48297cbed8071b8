/* Blocked threads, as a formula.
 *
 * A thread is blocked at a wait if it comes there, the condition is false, and every write to what
 * the condition reads happens before.  A global deadlock: a thread is blocked, and every thread
 * that was created is blocked or has ended.  A local one: some threads are blocked, and each of
 * them waits for another one of them. */

#include "symex/events/encode/deadlock.h"

#include "symex/config.h"
#include "symex/events/encode/section.h"
#include "symex/events/record/before.h"
#include "util/base/intern.h"

/* The condition that the thread is blocked at the wait. */
static term is_blocked(struct events *e, size_t index) {
	struct terms *ts = e->x->ts;
	const struct waiting *w = &e->waiting.at[index];
	term blocked = term_var(ts, sort_bool(), intern_printf("blocked!%zu", index));
	term false_there = term_and(ts, w->guard, term_not(ts, w->condition));
	order_add(e->order, term_implies(ts, blocked, false_there));
	term held = section_blocked(e, w->node);
	if (held.ix)
		order_add(e->order, term_implies(ts, blocked, held));
	for (size_t i = 0; i < e->formula.link.n; i++) {
		const struct link *l = &e->formula.link.at[i];
		uint32_t at = memory_node(e, l->write);
		if (e->event.at[l->read].node == w->node && at != w->node)
			order_edge(e->order, at, w->node, term_and(ts, blocked, l->active));
	}
	return blocked;
}

term deadlock_created(struct events *e, uint32_t tid) {
	const struct event_thread *t = &e->thread.at[tid];
	term created = t->node.n ? e->node.at[t->node.at[0]].guard : term_false(e->x->ts);
	for (size_t i = 0; i < t->spawner.n; i++)
		created = term_and(e->x->ts, created, node_happens(e, t->spawner.at[i]));
	return created;
}

static void add_condition(struct events *e, term violated, const term *cycle) {
	struct condition c = {.node = NO_NODE,
	                      .first = NO_EVENT,
	                      .second = NO_EVENT,
	                      .is_deadlock = true,
	                      .cycle = cycle};
	c.vc = (struct vc){
	    .property = e->waiting.at[0].property, .violated = violated, .loc = e->waiting.at[0].loc};
	if (!term_is_false(e->x->ts, violated))
		vec_push(&e->condition, c);
}

static void add_global(struct events *e, const term *blocked) {
	struct terms *ts = e->x->ts;
	term any = term_false(ts), all = term_true(ts);
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		if (!e->thread.at[tid].exists)
			continue;
		term rests = e->thread.at[tid].ended;
		for (size_t i = 0; i < e->waiting.n; i++)
			if (e->node.at[e->waiting.at[i].node].tid == tid && !e->waiting.at[i].for_signal) {
				rests = term_or(ts, rests, blocked[i]);
				any = term_or(ts, any, blocked[i]);
			}
		all = term_and(ts, all, term_implies(ts, deadlock_created(e, tid), rests));
	}
	add_condition(e, term_and(ts, any, all), NULL);
}

/* The condition that the wait is for a thread of the cycle. */
static term waits_in_cycle(struct events *e, const struct waiting *w, const term *cycle) {
	struct terms *ts = e->x->ts;
	term any = term_false(ts);
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		term number = term_u64(ts, term_width(ts, w->holder), tid);
		term is = term_and(ts, term_equal(ts, w->holder, number), cycle[tid]);
		any = term_or(ts, any, is);
	}
	return any;
}

static void add_local(struct events *e, const term *blocked) {
	struct terms *ts = e->x->ts;
	term *cycle = arena_array(e->x->pool.arena, term, e->thread.n);
	term any = term_false(ts), follows = term_true(ts);
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		cycle[tid] = term_var(ts, sort_bool(), intern_printf("cycle!%u", tid));
		any = term_or(ts, any, cycle[tid]);
	}
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		term waits = term_false(ts);
		for (size_t i = 0; i < e->waiting.n; i++) {
			const struct waiting *w = &e->waiting.at[i];
			if (e->node.at[w->node].tid == tid && w->holder.ix)
				waits = term_or(ts, waits, term_and(ts, blocked[i], waits_in_cycle(e, w, cycle)));
		}
		follows = term_and(ts, follows, term_implies(ts, cycle[tid], waits));
	}
	add_condition(e, term_and(ts, any, follows), cycle);
}

void deadlock_encode(struct events *e) {
	struct symex *x = e->x;
	bool is_checked = x->config->schedules.deadlock_check && !e->facts.no_deadlock;
	e->formula.blocked = NULL;
	if ((!is_checked && !spin_wanted(e)) || !e->waiting.n)
		return;
	term *blocked = arena_array(x->pool.arena, term, e->waiting.n);
	for (size_t i = 0; i < e->waiting.n; i++)
		blocked[i] = is_blocked(e, i);
	e->formula.blocked = blocked;
	if (!is_checked)
		return;
	add_global(e, blocked);
	add_local(e, blocked);
}
