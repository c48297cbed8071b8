/* symex/explore/enabled.h -- which threads of a state are enabled, and who waits for whom.
 *
 * A thread is disabled while it is at a wait whose condition is false.  Deadlock is a assumption
 * about states: no thread is enabled and not all have ended, or threads wait for each other in a
 * circle.
 */
#ifndef SYMEX_EXPLORE_ENABLED_H
#define SYMEX_EXPLORE_ENABLED_H

#include "symex/core/state.h"

enum status { THREAD_ENDED, THREAD_ENABLED, THREAD_DISABLED, THREAD_CUT };

struct enabled_query {
	const term *decided; /* conditions of waits that the path has assumed, or their negations */
	size_t n;
	/* Called for each disabled thread; the log has what its wait reads from 'first' on.  NULL: no
	 */
	void (*disabled)(void *data, struct state *view, size_t first);
	void *data;
};

/* Fills status[nthreads].  A condition that is not decided is returned: the caller decides it and
 * asks again.  NO_TERM: all are. */
term enabled_status(struct symex *, struct state *, const struct enabled_query *, uint8_t *status);
/* Is there another thread to go on with than 'tid'?  If that has begun already, only those count
 * that have begun too. */
bool enabled_has_choice(const struct state *, const uint8_t *status, uint32_t tid);
/* Checks the state for a deadlock; true: no thread is enabled. */
bool enabled_deadlock(struct symex *, struct state *, const uint8_t *status);

#endif
