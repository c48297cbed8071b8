/* symex/events/encode/bound.h -- the context bound, as a part of the formula. */
#ifndef SYMEX_EVENTS_ENCODE_BOUND_H
#define SYMEX_EVENTS_ENCODE_BOUND_H

#include "symex/events/record/events.h"

/* Adds the context bound to the formula, for bound_within and bound_allows. */
void bound_encode(struct events *, uint32_t limit);
/* A schedule within the bound comes to the node; true if the bound is not encoded.  Holds for
 * perhaps some more schedules. */
term bound_allows(struct events *, uint32_t node);
/* The condition that the violation is within the bound. */
term bound_within(struct events *, const struct condition *);

#endif
