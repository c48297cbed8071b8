/* symex/events/record/before.h -- which nodes must be issued before which others. */
#ifndef SYMEX_EVENTS_RECORD_BEFORE_H
#define SYMEX_EVENTS_RECORD_BEFORE_H

#include "symex/events/record/events.h"

void before_compute(struct events *);
/* Is node a issued before node b in every execution that has both, by program order, creation or
 * join?  Then a happens before b, under every memory model: a read at a finds nothing that b
 * writes, and if both write a location, a read that b happens before does not find a's write.  It
 * is not said that what a writes is in memory when b is issued: ask memory_before. */
bool issue_before(const struct events *, uint32_t a, uint32_t b);
/* Is a before b in an order of all accesses, in which a read finds the last write?  false: the
 * memory model has no such order, or it is not known. */
bool memory_before(const struct events *, uint32_t a, uint32_t b);
/* The node at which the write is visible to other threads. */
uint32_t memory_node(const struct events *, uint32_t write);

#endif
