/* symex/events/execute/nodes.h -- where the thread is that is being executed, as nodes.
 *
 * While a thread is at a node, its state has the number of that plus 1 (state.event.node).
 */
#ifndef SYMEX_EVENTS_EXECUTE_NODES_H
#define SYMEX_EVENTS_EXECUTE_NODES_H

#include "symex/events/record/events.h"

/* The node that the thread is at; a new one, unless it is in a section. */
uint32_t nodes_at(struct symex *, struct state *);
/* The node that the thread is at, or the last one that it was at. */
uint32_t nodes_last(const struct events *, const struct state *);
/* The thread has got past the node that it is at. */
void nodes_leave(struct symex *, struct state *);
/* Where the thread is (core/location.h). */
uint32_t nodes_location(struct symex *, const struct state *);
/* The choices that are new were made after the last node of the running thread. */
void nodes_note_choices(struct events *);

#endif
