/* symex/events/local/sum.h -- bounds and sums of counters, which follow from the rest of the
 * formula. */
#ifndef SYMEX_EVENTS_LOCAL_SUM_H
#define SYMEX_EVENTS_LOCAL_SUM_H

#include "symex/events/local/local.h"

/* Adds bounds of the values of counters, which follow from the rest; also to e->queries.bounds. */
void sum_encode(struct events *);
/* Adds bounds of counters that are constants. */
void sum_limits(struct local_facts *);

#endif
