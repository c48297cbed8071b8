/* Threads that never end, as a formula.
 *
 * A round of a loop that changes neither memory nor the live registers of its thread (rounds.c)
 * recurs for ever if every write to what it reads that changes something happens before.  A thread
 * is stuck if it is in such a round, or blocked at a wait (deadlock.c).  The program is stuck if
 * every thread that was created has ended or is stuck; that violates liveness if one that is no
 * server is.
 *
 * Nothing else violates it, if no loop is cut: an execution that never ends has rounds that change
 * nothing from some point on, since those that do are as many as the unwinding has.  Without all
 * earlier rounds of that kind it is still an execution, and it ends with one for each thread,
 * behind all writes.  Loops that go on and on, with writes, are cut at every unwinding, and left to
 * the search of states.
 *
 * A write that leaves what it finds, as an exchange of two threads that try to get a lock which
 * nobody releases, may come after the round. */

#include "symex/events/encode/spin.h"

#include "solvers/model.h"
#include "symex/config.h"
#include "symex/core/server.h"
#include "symex/events/encode/deadlock.h"
#include "symex/events/encode/section.h"
#include "symex/events/execute/rounds.h"
#include "symex/events/record/before.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

void spin_note(struct events *e, struct state *st, term changed) {
	struct symex *x = e->x;
	struct spin s = {.tid = st->tid,
	                 .node = vec_last(&e->thread.at[st->tid].node),
	                 .first = rounds_first_event(e),
	                 .events = e->event.n,
	                 .when = term_and(x->ts, state_guard(x, st), term_not(x->ts, changed)),
	                 .loc = state_user_loc(st)};
	if (!term_is_false(x->ts, s.when))
		vec_push(&e->spin, s);
}

/* The write, if it happens and changes what the read finds, comes before the read. */
static void add_before(struct events *e, term spins, uint32_t write, uint32_t read) {
	struct terms *ts = e->x->ts;
	const struct event *w = &e->event.at[write], *r = &e->event.at[read];
	if (w->kind != EVENT_WRITE || w->node == r->node || same_thread(e, w, r))
		return;
	term active = term_and(ts, rounds_writes(e, write), event_overlap(e, w, r));
	active = term_and(ts, active, node_happens(e, w->node));
	active = term_and(ts, active, term_and(ts, r->guard, spins));
	if (!term_is_false(ts, active))
		order_edge(e->order, memory_node(e, write), r->node, active);
}

static term spins_for_ever(struct events *e, size_t index) {
	const struct spin *s = &e->spin.at[index];
	term spins = term_var(e->x->ts, sort_bool(), intern_printf("spins!%zu", index));
	order_add(e->order, term_implies(e->x->ts, spins, s->when));
	for (uint32_t r = (uint32_t)s->first; r < s->events; r++) {
		const struct event *read = &e->event.at[r];
		if (read->kind != EVENT_READ || read->is_sliced || e->node.at[read->node].tid != s->tid)
			continue;
		for (uint32_t w = 0; w < e->event.n; w++)
			add_before(e, spins, w, r);
	}
	return spins;
}

/* The condition that the thread waits or spins for ever. */
static term is_stuck(struct events *e, uint32_t tid) {
	struct terms *ts = e->x->ts;
	term stuck = term_false(ts);
	for (size_t i = 0; e->formula.blocked && i < e->waiting.n; i++)
		if (e->node.at[e->waiting.at[i].node].tid == tid && !e->waiting.at[i].for_signal)
			stuck = term_or(ts, stuck, e->formula.blocked[i]);
	for (size_t i = 0; i < e->spin.n; i++)
		if (e->spin.at[i].tid == tid)
			stuck = term_or(ts, stuck, e->formula.spins[i]);
	return stuck;
}

static uint32_t property_of(struct symex *x) {
	const struct function *f = x->prog->entry->function;
	return properties_get(x->properties, intern(property_class_name(PROPERTY_LIVENESS)), f,
	                      PROPERTY_LIVENESS, f->symbol->loc,
	                      "a thread never ends, although every thread that can go on does");
}

void spin_encode(struct events *e) {
	struct symex *x = e->x;
	struct terms *ts = x->ts;
	if (!spin_wanted(e) || (e->facts.no_deadlock && !e->spin.n))
		return;
	term *spins = arena_array(x->pool.arena, term, e->spin.n + 1);
	for (size_t i = 0; i < e->spin.n; i++)
		spins[i] = spins_for_ever(e, i);
	e->formula.spins = spins;
	term any = term_false(ts), all = term_true(ts);
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		const struct event_thread *t = &e->thread.at[tid];
		if (!t->exists)
			continue;
		term stuck = is_stuck(e, tid);
		term rests = term_implies(ts, deadlock_created(e, tid), term_or(ts, stuck, t->ended));
		all = term_and(ts, all, rests);
		if (!server_is(e->x, &e->execution.created, tid))
			any = term_or(ts, any, stuck);
	}
	struct condition c = {.node = NO_NODE,
	                      .first = NO_EVENT,
	                      .second = NO_EVENT,
	                      .is_deadlock = true,
	                      .is_stuck = true};
	c.vc = (struct vc){.property = property_of(x), .violated = term_and(ts, any, all)};
	if (!term_is_false(ts, c.vc.violated))
		vec_push(&e->condition, c);
}

const struct spin *spin_of(const struct events *e, struct model *m, uint32_t tid) {
	for (size_t i = 0; i < e->spin.n; i++)
		if (e->spin.at[i].tid == tid && model_holds(m, e->formula.spins[i]))
			return &e->spin.at[i];
	return NULL;
}

struct loc spin_place(struct events *e, struct model *m) {
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		const struct spin *s =
		    server_is(e->x, &e->execution.created, tid) ? NULL : spin_of(e, m, tid);
		if (s)
			return s->loc;
	}
	for (uint32_t tid = 0; tid < e->thread.n; tid++) {
		if (!e->thread.at[tid].exists || server_is(e->x, &e->execution.created, tid))
			continue;
		for (size_t i = 0; e->formula.blocked && i < e->waiting.n; i++)
			if (e->node.at[e->waiting.at[i].node].tid == tid &&
			    model_holds(m, e->formula.blocked[i]))
				return e->waiting.at[i].loc;
	}
	BUG("no thread is stuck");
}
