/* symex/events/ask/violation.h -- which conditions are violated. */
#ifndef SYMEX_EVENTS_ASK_VIOLATION_H
#define SYMEX_EVENTS_ASK_VIOLATION_H

#include "symex/events/record/events.h"

/* Reports violations; true: the search is over. */
bool events_violations(struct events *);

#endif
