/* symex/replay/places.h -- the history of objects in a concrete execution: where each was allocated
 * and where its lifetime ended, by which thread.  A counterexample about memory names these
 * positions.
 */
#ifndef SYMEX_REPLAY_PLACES_H
#define SYMEX_REPLAY_PLACES_H

#include "report/result.h"
#include "symex/core/state.h"

struct site { /* something that a thread did; frame NULL: nothing */
	uint32_t thread;
	struct loc loc;
	const struct frame *frame;
};

struct lifetime {
	struct site begin, end;
};

struct places {
	VEC(struct lifetime) of; /* by object; those that come later have no history */
};

void places_free(struct places *);
/* The running thread allocates the object, or ends its lifetime. */
void places_begin(struct places *, const struct state *, uint32_t object);
void places_end(struct places *, const struct state *, uint32_t object);
/* Adds the history of the object that the violated check at st->pc is about. */
void places_describe(struct symex *, struct state *, const struct places *, struct cex *);

#endif
