/* symex/events/execute/sharing.h -- which memory threads share, and what shared pointers point to.
 */
#ifndef SYMEX_EVENTS_EXECUTE_SHARING_H
#define SYMEX_EVENTS_EXECUTE_SHARING_H

#include "symex/events/record/events.h"

struct sharing *sharing_open(void);
void sharing_close(struct sharing *);
/* The running thread accesses bytes of an object.  true: it leaves an event. */
bool sharing_note(struct events *, const struct event *);
/* Are the reads of any of these bytes by the thread shared from now on? */
bool sharing_is_foreign(struct events *, uint32_t tid, uint32_t object, struct event_bytes);
/* What a pointer read from there may be: a term over fresh symbols. */
term sharing_pointer(struct events *, struct state *, const struct event *read, const char *name);
/* Is every target of the value one of those that sharing_pointer has given the symbol of a read?
 * Otherwise a formula in which the read takes this value would silently exclude executions. */
bool sharing_promised(struct events *, term read, term value);
/* May the bytes that are read be those of a pointer to an object, or some of them? */
bool sharing_has_address(struct events *, const struct event *read);
/* May they be written apart from one another, or as a number that an address is a part of?  Then
 * the pointer that is read is whatever has the address that the bytes are. */
bool sharing_is_mixed(struct events *, const struct event *read);
/* The read takes addresses in memory, or parts of them, for numbers: the objects have addresses. */
void sharing_expose(struct events *, struct state *, const struct event *read);
/* An execution begins: what had an address in an earlier one has it. */
void sharing_expose_known(struct events *);
/* A part of an address is in shared memory, as a number. */
void sharing_parts(struct events *);
bool sharing_has_parts(const struct events *);
/* Has a pointer been stored there?  Implements the engine operation 'holds_pointer'. */
bool sharing_holds_pointer(struct symex *, uint32_t object, uint64_t offset);
/* 'parent' has created the thread, after so many others. */
void sharing_kin(struct events *, uint32_t tid, uint32_t parent, uint32_t spawn);
/* Was something found in this execution that an earlier read did not know? */
bool sharing_has_grown(struct events *);

#endif
