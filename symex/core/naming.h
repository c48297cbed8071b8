/* symex/core/naming.h -- the numbers of objects, choices, threads and frames.
 *
 * A number is part of the names of SSA variables, so the same object or choice must have the same
 * number on every path that makes it.  There are three ways:
 *
 *   in order       one thread: the n-th choice is number n (x->naming is NULL)
 *   per thread     the k-th choice of a thread has the same number on every path of the
 *                  reachability tree, so states that differ only in the order of independent steps
 *                  consist of the same terms
 *   by location    a choice at a location of the unwound program (symex/core/location.h) has the
 *                  same number in every schedule, and so has a thread created at a location
 */
#ifndef SYMEX_CORE_NAMING_H
#define SYMEX_CORE_NAMING_H

#include "symex/core/location.h"

struct naming {
	VEC(uint32_t) serial; /* per thread: how many numbers it has used so far on this path */
	struct map number;    /* thread and serial, or location and serial -> number */
	uint32_t numbers;
	struct map object;           /* number of the choice that makes an object -> object */
	struct locations *locations; /* by location; NULL: per thread */
	uint32_t made_here;          /* by location: numbers used by this instruction so far */
	bool in_order;               /* by location, replay: threads count in the order of creation */
	VEC(uint32_t) slot;          /* in_order: thread -> its number by location */
	bool transient;              /* frames are freed before the locations, so none is kept */
	bool peeks;                  /* expressions are evaluated without being executed */
};

void naming_free(struct naming *); /* all but the locations */

/* Records a choice made by 'st'; returns its number, which is part of its variables' names. */
uint32_t symex_choice(struct symex *, struct state *st, enum choice_kind, term guard);

uint32_t naming_thread(struct symex *, struct state *creator);
/* By location: the number by location of a thread, which a replay numbers in the order of creation.
 */
uint32_t naming_slot(const struct naming *, uint32_t tid);
/* The frame that 'st' enters: 'fresh', or the one made at the same location before. */
struct frame *naming_frame(struct symex *, const struct state *st, struct frame *fresh);
/* An instruction begins, or its expressions are evaluated ahead of it. */
static inline void naming_restart(struct symex *x) {
	if (x->naming)
		x->naming->made_here = 0;
}
static inline bool naming_by_location(const struct symex *x) {
	return x->naming && x->naming->locations;
}

/* The number of a choice of a specification (symex/library/spec.h), at the instruction st->pc: the
 * same for the same thread whose call it explains, and the same number of choices before. */
uint32_t naming_of_specification(struct symex *, const struct state *st, uint32_t tid,
                                 uint32_t serial);
/* How many numbers the thread has used so far. */
uint32_t naming_serial(const struct symex *, uint32_t tid);
void naming_set_serial(struct symex *, uint32_t tid, uint32_t serial);

/* Between these two calls, expressions are evaluated ahead of their execution: numbers used
 * meanwhile are used again afterwards, and a concrete execution records no choice. */
struct naming_peek {
	bool peeks;
	uint32_t *serial; /* naming.serial at the begin */
	size_t n;
};
struct naming_peek naming_peek_begin(struct symex *);
void naming_peek_end(struct symex *, struct naming_peek);

#endif
