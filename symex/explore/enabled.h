/* symex/explore/enabled.h -- the enabled threads of a state, and deadlocks.
 *
 * A thread is disabled while it is at a wait whose condition is false.  Deadlock is a property of
 * states: no thread is enabled and not all have ended, or threads wait for each other in a cycle.
 */
#ifndef SYMEX_EXPLORE_ENABLED_H
#define SYMEX_EXPLORE_ENABLED_H

#include "symex/core/state.h"

/* DRAINS: it waits for its store buffer (symex/step/thread/buffer.h), which no other thread keeps
 * full. */
enum status { THREAD_ENDED, THREAD_ENABLED, THREAD_DISABLED, THREAD_CUT, THREAD_DRAINS };

struct enabled_query {
	const term *decided; /* conditions of waits that the path has assumed, or their negations */
	size_t n;
	/* Called for each disabled thread; x->log has the accesses of its wait from 'first' on.  Or
	 * NULL. */
	void (*disabled)(void *data, struct state *view, size_t first);
	void *data;
};

/* Fills status[nthreads] and returns NO_TERM; or returns the condition of a wait that is not
 * decided: the caller assumes it or its negation, and calls again. */
term enabled_status(struct symex *, struct state *, const struct enabled_query *, uint8_t *status);
/* Is a thread other than 'tid' enabled?  If 'tid' has begun to run, only those count that have too.
 */
bool enabled_has_choice(const struct state *, const uint8_t *status, uint32_t tid);
/* Records the violation if the state is a deadlock; true: no thread is enabled.  While threads are
 * enabled, only a cycle with the thread that ran last counts: an exploration has seen the others.
 */
bool enabled_deadlock(struct symex *, struct state *, const uint8_t *status);
/* Records the violation if some threads wait for each other in a cycle. */
void enabled_cycle(struct symex *, struct state *, const uint8_t *status);

#endif
