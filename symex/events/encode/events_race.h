/* symex/events/encode/events_race.h -- conflicting accesses that nothing orders, as conditions. */
#ifndef SYMEX_EVENTS_ENCODE_EVENTS_RACE_H
#define SYMEX_EVENTS_ENCODE_EVENTS_RACE_H

#include "symex/events/record/events.h"

/* Adds the conditions. */
void race_encode(struct events *);

#endif
