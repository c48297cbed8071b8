/* symex/events/ask/arrival.h -- which of the watched instructions no execution comes to. */
#ifndef SYMEX_EVENTS_ASK_ARRIVAL_H
#define SYMEX_EVENTS_ASK_ARRIVAL_H

#include "symex/events/record/events.h"

/* The verdict is known: finds out which of the watched instructions no execution comes to. */
void arrivals_ask(struct events *);
/* The condition that a schedule within the context bound, if it is encoded, comes there so. */
term arrivals_when(struct events *, size_t ix);
/* Notes those that the execution of a model comes to. */
void arrivals_note(struct events *, struct model *);

#endif
