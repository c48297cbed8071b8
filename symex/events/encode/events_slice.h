/* symex/events/encode/events_slice.h -- which reads have values that something depends on. */
#ifndef SYMEX_EVENTS_ENCODE_EVENTS_SLICE_H
#define SYMEX_EVENTS_ENCODE_EVENTS_SLICE_H

#include "symex/events/record/events.h"

/* Marks the reads whose values no condition depends on. */
void slice(struct events *);

#endif
