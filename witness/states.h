/* witness/states.h -- in which state an edge of an automaton may be taken.
 *
 * Some edges of a graph match nothing that we keep: declarations at file scope, closing braces,
 * whatever another tool has in its control flow and we have not.  Such an edge is passed without
 * any step. So an edge from q may be taken in every state from which such steps lead to q, of those
 * that an execution can be in: the first one, and those that edges with a place lead to.
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

/* is_silent: an edge that matches nothing; it must outlive this. */
void states_open(struct states *, const struct witness *, const bool *is_silent);
void states_before(struct states *, uint32_t state); /* the states from which 'state' is reached */
void states_close(struct states *);

#endif
