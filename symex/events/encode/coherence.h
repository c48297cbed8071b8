/* symex/events/encode/coherence.h -- C11: the order of the accesses of each location. */
#ifndef SYMEX_EVENTS_ENCODE_COHERENCE_H
#define SYMEX_EVENTS_ENCODE_COHERENCE_H

#include "symex/events/encode/hb_graph.h"

/* The node of coherence of an event, or of the initial values. */
uint32_t coherence_node(struct events *, uint32_t event);
/* Adds the edges of coherence.  After hb_close. */
void coherence_encode(struct events *);

#endif
