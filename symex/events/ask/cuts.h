/* symex/events/ask/cuts.h -- what was cut, and which loops need no more iterations. */
#ifndef SYMEX_EVENTS_ASK_CUTS_H
#define SYMEX_EVENTS_ASK_CUTS_H

#include "symex/events/record/events.h"

/* Records what was cut where an execution goes on; true: deepening would cover more. */
bool cuts_check(struct events *);
/* Is a loop to be cut at the end of an iteration at this location, whatever the unwinding? */
bool cuts_is_closed(struct events *, uint32_t location);

#endif
