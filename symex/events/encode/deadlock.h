/* symex/events/encode/deadlock.h -- blocked threads, as conditions. */
#ifndef SYMEX_EVENTS_ENCODE_DEADLOCK_H
#define SYMEX_EVENTS_ENCODE_DEADLOCK_H

#include "symex/events/record/events.h"

/* Adds the conditions. */
void deadlock_encode(struct events *);
/* The condition that the thread is created. */
term deadlock_created(struct events *, uint32_t tid);

#endif
