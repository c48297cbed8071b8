/* symex/step/access.h -- what instructions read and write.
 *
 * Two questions, one for each side of a step:
 *
 *   before   which accesses is a thread about to make (access_next)?  Data races are pairs of
 * these. after    which memory has it accessed (struct access_log)?  Footprints of steps are made
 * of it.
 *
 * Only memory that another thread may reach counts.  An offset that is not constant accesses the
 * whole object.  An instruction that adds something to a variable, and does nothing else with its
 * value, is a use of its own: two of them commute.
 */
#ifndef SYMEX_STEP_ACCESS_H
#define SYMEX_STEP_ACCESS_H

#include "symex/step/eval.h"

/* --- Accesses that were made. --- */

enum span_use { SPAN_READ, SPAN_WRITE, SPAN_ADD };

struct span { /* of memory that a step uses */
	uint32_t object;
	uint32_t from, to; /* bytes [from, to) */
	enum span_use use;
};

struct access_log {
	VEC(struct span) at; /* on this path, step by step */
	size_t first;        /* of this step */
	bool record;
};

/* Adds the access to x->log, if that records; and watches writes over locks.  An engine's
 * operation 'access'. */
void access_note(struct symex *, const struct state *, const struct access *);

/* Nothing is recorded until access_resume, which is given what this returns. */
bool access_pause(struct symex *);
void access_resume(struct symex *, bool record);

/* Do the two uses depend on each other? */
static inline bool span_conflict(const struct span *a, const struct span *b) {
	if (a->object != b->object || a->from >= b->to || b->from >= a->to)
		return false;
	if (a->use == SPAN_ADD && b->use == SPAN_ADD)
		return a->from != b->from || a->to != b->to;
	return a->use != SPAN_READ || b->use != SPAN_READ;
}

/* x = x + 1, with x a variable or a field of one, and no other access. */
bool access_is_addition(const struct ins *);

/* --- Accesses that are about to be made. --- */

struct next_access {
	uint32_t tid;
	term pointer;
	term bytes; /* how many, of address width */
	bool is_write, is_atomic;
	term guard;                /* it is made only if this holds */
	term sides;                /* the thread's sides of a race (goto/monitor.h); or NO_TERM */
	const struct expr *lvalue; /* as the program says it; or NULL */
	const struct ins *ins;
};

struct access_list {
	VEC(struct next_access) at;
};

/* Adds those of one instruction of the running thread of 'view'. */
void access_next(struct symex *, struct state *view, const struct ins *, term guard,
                 struct access_list *);

#endif
