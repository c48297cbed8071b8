/* symex/memory/discipline.h -- lock discipline: do locks exclude threads from each other?
 *
 * The reductions assume that two accesses under a common lock are mutually exclusive.  That holds
 * as long as only the thread that holds a lock releases it, and no thread writes over the bytes of
 * a lock that is held, other than by locking and unlocking.  As soon as one of these happens, or
 * may have happened, the discipline is violated: the engine starts again and the reductions then
 * ignore locks.
 */
#ifndef SYMEX_MEMORY_DISCIPLINE_H
#define SYMEX_MEMORY_DISCIPLINE_H

#include "symex/core/state.h"

struct taken_lock {
	term object; /* pointer to the lock */
	uint32_t bytes;
};

struct discipline {
	bool violated;
	bool has_dynamic; /* a thread has acquired, or waited for, a lock that may not be static */
	bool any_holder;  /* schedule encoding: the holder of a lock depends on the schedule, so a lock
	                     that any thread has acquired counts as held, and as held by any thread */
	VEC(struct taken_lock) taken; /* any_holder: locks that any thread has acquired so far */
};

void discipline_acquired(struct symex *, const struct held *);
/* A thread waits for this lock. */
void discipline_knows(struct symex *, term lock);
/* The running thread releases a lock that it does not hold, or may not hold. */
void discipline_released(struct symex *, const struct state *, term lock);
/* A write to memory that another thread may reach. */
void discipline_wrote(struct symex *, const struct state *, const struct access *);

#endif
