/* symex/step/discipline.h -- do locks keep threads apart?
 *
 * The reductions take two accesses under a common lock to exclude each other.  That holds as long
 * as only the thread that holds a lock releases it, and nobody writes over the bytes of one that is
 * held.  As soon as one of these happens, or may have happened, the discipline is violated: the
 * engine begins anew and trusts no lock.
 */
#ifndef SYMEX_STEP_DISCIPLINE_H
#define SYMEX_STEP_DISCIPLINE_H

#include "symex/core/state.h"

struct taken_lock { /* a pointer to it, and its size */
	term object;
	uint32_t bytes;
};

struct discipline {
	bool violated;
	bool any_holder; /* who holds a lock depends on the schedule: somebody may who has taken it */
	VEC(struct taken_lock) taken; /* any_holder: that somebody has taken so far */
};

void discipline_acquired(struct symex *, const struct held *);
/* The running thread releases a lock that is none of its own for sure. */
void discipline_released(struct symex *, const struct state *, term lock);
void discipline_wrote(struct symex *, const struct state *, const struct access *);

#endif
