/* symex/replay/trace/unset.h -- values that come from variables and memory that nobody has set.
 *
 * A register is unset until it is assigned, memory until something is written to it; a register
 * that is computed from such a value is unset, too.  If a condition that decides something depends
 * on an unset value, the counterexample names the variable with its declaration, or the block.
 */
#ifndef SYMEX_REPLAY_TRACE_UNSET_H
#define SYMEX_REPLAY_TRACE_UNSET_H

#include "result/result.h"
#include "symex/core/state.h"
#include "util/base/map.h"

struct object_history;

struct unset {                 /* what was read without a value */
	const char *name;          /* "r", "c->b" */
	const struct expr *lvalue; /* that was read: several executions of it count once */
	uint32_t block;            /* allocated memory; 0: a variable */
	struct loc declared;       /* of a variable */
};

#define NO_UNSET UINT32_MAX

struct unsets {
	VEC(struct unset) at;
	struct map of;         /* register of a thread -> index */
	VEC(uint32_t) returns; /* by thread: of what the last function has returned */
	VEC(uint32_t) decided; /* those that a condition depended on, the last ones last */
	uint32_t next;         /* of the assignment that is executed */
};

void unsets_free(struct unsets *);
/* The running thread assigns to 'lhs' the value of 'rhs', or what a call has returned (NULL);
 * before that, and after it. */
void unsets_before(struct symex *, struct state *, struct unsets *, const struct expr *rhs);
void unsets_assign(const struct state *, struct unsets *, const struct expr *lhs);
/* The running thread has entered a function: what its parameters are. */
void unsets_call(struct symex *, struct state *, struct unsets *);
void unsets_return(struct symex *, struct state *, struct unsets *, const struct expr *rhs);
/* A condition decides what the program does. */
void unsets_decide(struct symex *, struct state *, struct unsets *, const struct expr *condition);
/* Adds what decided something to the counterexample. */
void unsets_tell(const struct unsets *, const struct object_history *, struct cex *);

#endif
