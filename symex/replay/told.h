/* symex/replay/told.h -- a replay in which every read is told its source (--mm c11).
 *
 * Under C11 there is no memory that a read could look into: it may find an older write than the
 * last one.  The replay executes the threads in the issue order, and the plan says for each read of
 * shared memory which writes its bytes come from.  The read returns what these have written in this
 * execution; it fails if one was not executed yet.  Accesses that the plan does not know, to memory
 * of one thread and to words of the library, read the last write in the issue order.
 *
 * An access of the plan is found by the location of its node (core/location.h), the object and the
 * bytes, in the order of execution.
 */
#ifndef SYMEX_REPLAY_TOLD_H
#define SYMEX_REPLAY_TOLD_H

#include "symex/replay/event_log.h"

struct plan;

struct told_value { /* of an access of the plan, once it is executed */
	bool is_executed;
	term value;
	uint32_t event; /* of the log */
};

struct told_read { /* what a thread has read or written last at some bytes */
	uint32_t object;
	uint64_t from;
	uint32_t n;
	term value;
	uint32_t location; /* of the node */
};

struct told {
	struct told_value *value; /* by index in plan.access */
	struct map next;          /* location -> index of the next access of its node, plus 1 */
	VEC(struct told_read) seen;
	struct map at;      /* thread, object and bytes -> index in 'seen', plus 1 */
	uint32_t raced[2];  /* events of the race, as far as they are executed */
	const char *failed; /* why a read has no value; or NULL */
};

void told_open(struct told *, const struct plan *);
void told_close(struct told *);

/* Operations of struct engine_memory. */
term told_read(struct symex *, struct state *, const struct access *, bool is_pointer);
bool told_write(struct symex *, struct state *, const struct access *, term value);
term told_is_ended(struct symex *, struct state *, uint32_t object, term own);
void told_end(struct symex *, struct state *, const struct access *); /* of a lifetime */

#endif
