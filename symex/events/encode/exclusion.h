/* symex/events/encode/exclusion.h -- sections of read-write locks and semaphores. */
#ifndef SYMEX_EVENTS_ENCODE_EXCLUSION_H
#define SYMEX_EVENTS_ENCODE_EXCLUSION_H

#include "symex/events/record/events.h"

/* Read-write locks and semaphores: adds which of their sections exclude each other. */
void exclusion_encode(struct events *);

#endif
