/* symex/events/encode/buffers.h -- where stores reach memory, under tso and pso. */
#ifndef SYMEX_EVENTS_ENCODE_BUFFERS_H
#define SYMEX_EVENTS_ENCODE_BUFFERS_H

#include "symex/events/record/events.h"

/* A store or a fence keeps such pairs in order: the node drains the buffer, or is a barrier. */
void buffers_mark(struct events *, uint32_t node, unsigned pairs);
/* Adds the nodes of the order where stores reach memory, after those of the events. */
void buffers_encode(struct events *);
/* Has the write such a node of its own? */
bool buffers_delay(const struct events *, uint32_t write);

#endif
