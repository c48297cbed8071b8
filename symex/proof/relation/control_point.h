/* symex/proof/relation/control_point.h -- points, and the values with which threads come to them.
 */
#ifndef SYMEX_PROOF_RELATION_CONTROL_POINT_H
#define SYMEX_PROOF_RELATION_CONTROL_POINT_H

#include "symex/proof/relation/relation.h"

struct arrivals {
	VEC(struct arrival) at;
};

/* The running thread of 'st' has stopped, or ended.  'before': the memory before its step.
 * 'number': of the thread, if it is new and one of many; otherwise NO_TERM. */
void point_arrive(struct relation *, const struct state *st, term guard, term number,
                  const struct pmap *before, struct arrivals *);

#endif
