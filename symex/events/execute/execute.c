/* Executes all threads, again until it is known which memory they share. */

#include "symex/events/execute/execute.h"

#include "symex/events/execute/events_history.h"
#include "symex/events/execute/follow.h"
#include "symex/events/execute/nodes.h"
#include "symex/events/execute/rounds.h"
#include "symex/events/execute/sharing.h"
#include "symex/explore/explore.h"
#include "symex/explore/trail.h"
#include "util/text/diag.h"

enum { MAX_EXECUTIONS = 40, FEW_ITERATIONS = 64, JOINS_PASSED = 2 };

static void forget(struct events *e) {
	for (size_t i = 0; i < e->thread.n; i++) {
		vec_free(&e->thread.at[i].node);
		vec_free(&e->thread.at[i].spawner);
	}
	e->thread.n = e->event.n = e->node.n = e->stop.n = e->waiting.n = e->spin.n = 0;
	e->condition.n = e->execution.queue.n = e->choice_node.n = e->branches.frontier.n =
	    e->branches.fork.n = 0;
	e->cuts.location.n = e->arrival.n = e->facts.derived.n = e->facts.interval.n = 0;
	e->fence.n = e->lone.n = 0;
	rounds_forget(e);
	history_forget(e);
	e->execution.symbols = 0;
	e->facts.no_deadlock = e->x->address.by_number = false;
	trail_forget(e->x);
}

/* Under which condition the thread ends: explore stops a state there that has no frame left. */
static void note_ended(struct events *e, uint32_t tid) {
	struct symex *x = e->x;
	term *ended = &e->thread.at[tid].ended;
	*ended = term_false(x->ts);
	for (size_t i = 0; i < x->paths.stopped.n; i++)
		if (!x->paths.stopped.at[i]->frame)
			*ended = term_or(x->ts, *ended, state_guard(x, x->paths.stopped.at[i]));
}

static void execute_thread(struct events *e, uint32_t tid) {
	struct symex *x = e->x;
	struct state st;
	state_fork(x, &e->thread.at[tid].start, &st);
	e->execution.current = tid;
	e->execution.jump_location = 0;
	st.event.node = 0;
	st.created = e->execution.created;
	st.nthreads = st.nthreads < e->execution.most ? e->execution.most : st.nthreads;
	x->paths.stopped.n = 0;
	const struct event_thread *t = &e->thread.at[tid];
	if (e->follower)
		follower_begin(e->follower, tid, t->parent, t->spawn);
	nodes_at(x, &st); /* it begins */
	explore(x, &st);
	nodes_note_choices(e);
	note_ended(e, tid);
}

static void execute_once(struct events *e) {
	struct symex *x = e->x;
	forget(e);
	e->execution.strays = false;
	if (e->follower)
		follower_restart(e->follower);
	sharing_expose_known(e);
	struct event_thread main = {.exists = true};
	vec_push(&e->thread, main);
	e->thread.at[0].start = explore_begin(x);
	vec_push(&e->execution.queue, 0);
	for (size_t i = 0; i < e->execution.queue.n && !x->give_up; i++)
		execute_thread(e, e->execution.queue.at[i]);
}

void events_execute(struct events *e) {
	struct symex *x = e->x;
	uint32_t iterations = x->loops.constant_iterations;
	for (uint32_t n = 1;; n++) {
		/* As long as all memory counts as private, a loop that waits for another thread has no end.
		 */
		bool first = n == 1 && !e->follower;
		x->loops.constant_iterations =
		    first && iterations > FEW_ITERATIONS ? FEW_ITERATIONS : iterations;
		e->execution.probes = n == 1 && e->follower;
		/* As long as the state of a thread counts as private, its join has no end: what comes after
		 * it is looked at all the same, so that several joins need no execution each. */
		e->execution.passes_joins = n <= JOINS_PASSED && !e->follower;
		e->execution.passed = false;
		execute_once(e);
		e->execution.most = (uint32_t)e->thread.n;
		bool grown = sharing_has_grown(e) || e->execution.probes || e->execution.passed;
		diag_say(2, "unwind %u, execution %u: %zu threads, %zu nodes, %zu events, %u terms",
		         x->loops.unwind, n, e->thread.n, e->node.n, e->event.n, terms_count(x->ts));
		if (!grown && e->execution.strays)
			events_unsupported(e, NO_LOC, "a run that cannot be followed");
		if ((!grown && (n > 1 || !x->cut.n)) || x->give_up || symex_stop)
			break;
		if (n == MAX_EXECUTIONS) {
			events_unsupported(e, NO_LOC, "shared pointers whose targets do not settle");
			break;
		}
	}
	x->loops.constant_iterations = iterations;
}
