/* symex/events/encode/protected_reads.h -- what a mutex says about reads and writes in its
 * sections. */
#ifndef SYMEX_EVENTS_ENCODE_PROTECTED_READS_H
#define SYMEX_EVENTS_ENCODE_PROTECTED_READS_H

#include "symex/events/record/events.h"

/* Does a mutex settle what the read finds, given all writes of the object?  from: the access whose
 * value it is, which happens if the read does. */
bool protect_settles(struct events *, uint32_t read, const uint32_t *write, size_t n,
                     uint32_t *from);
/* Does a mutex see to it that who can find the write finds the later one? */
bool protect_hides(const struct events *, uint32_t write, uint32_t later, uint32_t read);

#endif
