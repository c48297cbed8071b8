/* symex/step/access.h -- the memory that instructions read and write.
 *
 *   struct access_log   the memory that a step has accessed; footprints are made of it
 *   access_next         the accesses that the next instruction of a thread makes; data races are
 *                       pairs of these
 *
 * Only memory that another thread may reach is considered.  An access at an offset that is not
 * constant is one to the whole object.  An instruction that only adds to a variable has a use of
 * its own, SPAN_ADD: two additions commute.
 */
#ifndef SYMEX_STEP_ACCESS_H
#define SYMEX_STEP_ACCESS_H

#include "symex/step/eval.h"

/* --- Accesses that were made. --- */

enum span_use { SPAN_READ, SPAN_WRITE, SPAN_ADD };

struct span { /* a range of bytes that a step accesses */
	uint32_t object;
	uint32_t from, to; /* bytes [from, to) */
	enum span_use use;
};

struct access_log {
	VEC(struct span) at; /* of all steps on the path, in order */
	size_t first;        /* first span of the current step */
	bool record;
};

/* Adds the access to x->log, if that records, and checks the lock discipline for writes.
 * Implements the engine operation 'access'. */
void access_note(struct symex *, struct state *, const struct access *);

/* If leaks are checked: which blocks exist is read at the end of the program, and changed by
 * allocating and freeing one.  In footprints it is the object 0; changes commute with each other.
 */
void access_blocks(struct symex *, enum span_use);

/* Stops recording; access_resume, with the value returned here, starts it again. */
bool access_pause(struct symex *);
void access_resume(struct symex *, bool record);

/* Are the two accesses dependent? */
static inline bool span_conflict(const struct span *a, const struct span *b) {
	if (a->object != b->object || a->from >= b->to || b->from >= a->to)
		return false;
	if (a->use == SPAN_ADD && b->use == SPAN_ADD)
		return a->from != b->from || a->to != b->to;
	return a->use != SPAN_READ || b->use != SPAN_READ;
}

/* x = x + 1, with x a variable or a field of one, and no other access. */
bool access_is_addition(const struct ins *);

/* --- Accesses of the next instruction. --- */

struct next_access {
	uint32_t tid;
	term pointer;
	term bytes; /* size, of address width */
	bool is_write, is_atomic;
	term guard; /* condition under which the instruction makes the access */
	term sides; /* sides of a race that the thread is on (goto/monitor.h); or NO_TERM */
	const struct expr *lvalue; /* in the program; or NULL */
	const struct ins *ins;
};

struct access_list {
	VEC(struct next_access) at;
};

/* Adds the accesses of one instruction of the running thread of 'view'. */
void access_next(struct symex *, struct state *view, const struct ins *, term guard,
                 struct access_list *);

#endif
