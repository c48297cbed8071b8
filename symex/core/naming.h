/* symex/core/naming.h -- the numbers of objects, choices, threads and frames.
 *
 * A number names the variables of what it belongs to, so the same thing must have the same number
 * on every path that makes it.  There are three ways:
 *
 *   in order       one thread: the n-th choice is number n (x->naming is NULL)
 *   per thread     the k-th thing that a thread makes has the same number on every path of the
 *                  reachability tree; states that differ only in the order of independent steps are
 *                  made of the same terms
 *   by location    what is made at a location of the unwound program has the same number in every
 *                  schedule, and a thread has the number of the location that creates it
 */
#ifndef SYMEX_CORE_NAMING_H
#define SYMEX_CORE_NAMING_H

#include "symex/core/location.h"

struct naming {
	VEC(uint32_t) serial; /* per thread: what it has made so far on this path */
	struct map number;    /* thread and serial, or location and serial -> number */
	uint32_t numbers;
	struct map object;           /* number of the choice that makes it -> object */
	struct locations *locations; /* by location; NULL: per thread */
	uint32_t made_here;          /* by location: made by this instruction so far */
	bool in_order;               /* threads of a replay are numbered as they are created, */
	VEC(uint32_t) slot;          /* by location: and this is the number that each has there */
	bool transient;              /* frames that are made do not last */
	bool peeks;                  /* nothing is executed: choices are none of the execution */
};

void naming_free(struct naming *); /* all but the locations */

uint32_t naming_next(struct symex *, const struct state *);
uint32_t naming_thread(struct symex *, struct state *creator);
/* The frame that 'st' enters: 'fresh', or the one made at the same location before. */
struct frame *naming_frame(struct symex *, const struct state *st, struct frame *fresh);
/* An instruction begins, or is looked at as if it did. */
static inline void naming_restart(struct symex *x) {
	if (x->naming)
		x->naming->made_here = 0;
}
static inline bool naming_by_location(const struct symex *x) {
	return x->naming && x->naming->locations;
}

/* Between these, expressions are only looked at: what threads make meanwhile they will make again,
 * and what they read is no choice of a concrete execution. */
struct naming_peek {
	bool peeks;
	uint32_t *serial; /* of the threads */
	size_t n;
};
struct naming_peek naming_peek_begin(struct symex *);
void naming_peek_end(struct symex *, struct naming_peek);

#endif
