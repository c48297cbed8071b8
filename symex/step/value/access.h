/* symex/step/value/access.h -- the memory that the next instruction of a thread reads and writes.
 * Data races are pairs of such accesses.  Those that a step has made are in its log
 * (symex/memory/access_log.h).
 *
 * Only memory that another thread may reach is considered.
 */
#ifndef SYMEX_STEP_VALUE_ACCESS_H
#define SYMEX_STEP_VALUE_ACCESS_H

#include "symex/memory/access_log.h"
#include "symex/step/value/eval.h"

/* x = x + 1, with x a variable or a field of one, and no other access. */
bool access_is_addition(const struct ins *);

struct past_access { /* where an access was made */
	const struct frame *frame;
	struct loc loc, user_loc;
};

struct next_access {
	uint32_t tid;
	term pointer;
	term bytes; /* size, of address width */
	bool is_write, is_atomic;
	term guard; /* condition under which the instruction makes the access */
	term sides; /* sides of a race that the thread is on (goto/program/monitor.h); or NO_TERM */
	const struct expr *lvalue; /* in the program; or NULL */
	const struct ins *ins;
	const struct past_access *past; /* it was made before; NULL: the thread is about to make it */
};

struct access_list {
	VEC(struct next_access) at;
};

/* Adds the accesses of one instruction of the running thread of 'view'. */
void access_next(struct symex *, struct state *view, const struct ins *, term guard,
                 struct access_list *);

#endif
