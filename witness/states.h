/* witness/states.h -- in which states an edge of an automaton may be taken: the epsilon closure.
 *
 * Some edges of a graph match nothing in the goto-program: declarations at file scope, closing
 * braces, whatever exists only in the control flow of the tool that wrote it.  Such an edge is
 * silent (an epsilon transition): it is passed without a step of the program.  So an edge from q
 * may be taken in every state from which silent edges lead to q and that an execution can be in:
 * the initial one, and those that other edges lead to.
 */
#ifndef WITNESS_STATES_H
#define WITNESS_STATES_H

#include "witness/witness.h"

struct states {
	const struct witness *witness;
	const bool *is_silent; /* by edge */
	VEC(uint32_t) at;      /* filled by states_before */
	VEC(uint32_t) todo;
	bool *is_entered, *is_seen;     /* by state */
	size_t *first_into, *next_into; /* by state, by edge: silent edges that lead there, + 1 */
};

/* is_silent must outlive it. */
void states_open(struct states *, const struct witness *, const bool *is_silent);
void states_before(struct states *, uint32_t state); /* the states from which 'state' is reached */
void states_close(struct states *);

#endif
