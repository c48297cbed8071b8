/* symex/events/execute/rounds.h -- loops go on only after a round that has changed something. */
#ifndef SYMEX_EVENTS_EXECUTE_ROUNDS_H
#define SYMEX_EVENTS_EXECUTE_ROUNDS_H

#include "symex/events/record/events.h"

/* A round of a loop begins: the thread is at the loop's head. */
void rounds_begin(struct events *, struct state *);
/* It ends, and the thread will go to the head: the condition that the round has changed something.
 */
term rounds_changed(struct events *, struct state *, uint32_t head);
/* The first event of the round that rounds_changed has asked about. */
size_t rounds_first_event(const struct events *);
/* The condition that a write changes what is in memory. */
term rounds_writes(const struct events *, size_t write);
void rounds_forget(struct events *);

#endif
