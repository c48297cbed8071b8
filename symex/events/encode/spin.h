/* symex/events/encode/spin.h -- threads that never end, as a condition. */
#ifndef SYMEX_EVENTS_ENCODE_SPIN_H
#define SYMEX_EVENTS_ENCODE_SPIN_H

#include "symex/events/record/events.h"

/* A round of the running thread ends here; it has changed something only if 'changed' holds. */
void spin_note(struct events *, struct state *, term changed);
/* Adds the condition that a thread never ends. */
void spin_encode(struct events *);
/* The thread that spins for ever in the model; NULL: it does not. */
const struct spin *spin_of(const struct events *, struct model *, uint32_t tid);
/* The place of the thread that does not end, in the model of a stuck program. */
struct loc spin_place(struct events *, struct model *);

#endif
