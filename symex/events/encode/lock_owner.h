/* symex/events/encode/lock_owner.h -- what nobody else can have changed. */
#ifndef SYMEX_EVENTS_ENCODE_LOCK_OWNER_H
#define SYMEX_EVENTS_ENCODE_LOCK_OWNER_H

#include "symex/events/record/events.h"

/* Does the read find what its thread has written, given all writes of the object?  holds: what is
 * known of its value, if it happens; is_all: that is the value. */
bool owner_finds(struct events *, uint32_t read, const uint32_t *write, size_t n, term *holds,
                 bool *is_all);

#endif
