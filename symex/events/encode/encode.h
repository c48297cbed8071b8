/* symex/events/encode/encode.h -- the formula: program order, creation, and what reads find. */
#ifndef SYMEX_EVENTS_ENCODE_ENCODE_H
#define SYMEX_EVENTS_ENCODE_ENCODE_H

#include "symex/events/record/events.h"

void encode(struct events *);

#endif
