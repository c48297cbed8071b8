/* symex/lazy/precondition.h -- weakest preconditions of steps, for --assertion-guided.
 *
 * Assertion guided symbolic execution (ESEC/FSE'15), section 4.  A precondition of a node is a
 * condition on its state, over state variables (state_variable.h).  Every state with the
 * same control state (node_control) that satisfies it has a subtree of the same shape, with the
 * same footprints, in which no property is violated.
 *
 * The precondition of a step is found by executing the step once more, from a state in which
 * the registers of the thread and the bytes that it accesses hold their variables.
 * What the state of the first execution decides is followed, and becomes part of the precondition:
 *
 *   a branch or an assumption that is constant there    the condition, or its negation
 *   an address or size, a pointer that is read          it has the value that it has there
 *   a verification condition                            it holds
 *   a child                                             its precondition holds, with the values
 * that the step leaves in place of the variables
 *
 * Where the first execution merges paths that depend on inputs, the second does too; inputs of the
 * step are quantified universally: their variables get names that no state has.  The precondition
 * of a node is the conjunction over the steps explored from it, the conditions of the waits, and
 * the conditions under which the threads of the sleep set have their footprints.
 *
 * Deviations from the paper.  The state before the step decides a branch, so there is one path
 * per step where the paper has a disjunction at a branch whose two sides were explored one after
 * the other.  A precondition fixes addresses and pointers.  A step that cannot be expressed
 * (objects that become arbitrary as a whole, cut loops, bytes that accesses of different sizes
 * share) has the precondition false, which is always sound.
 */
#ifndef SYMEX_LAZY_PRECONDITION_H
#define SYMEX_LAZY_PRECONDITION_H

#include "symex/lazy/node.h"

struct precondition { /* sets of conditions */
	uint32_t all;     /* of the step and everything below */
	uint32_t steps;   /* only the conditions under which the step takes the same path with the same
	                 footprint */
};

/* The step of 'tid' at 'st', whose outcomes are t->guided.after from 'first' on. */
struct precondition precondition_step(struct tree *, const struct state *st, uint32_t tid,
                                      bool undivided, size_t first);
/* The waits of all threads at 'st' have the conditions, holders and objects that they have. */
uint32_t precondition_waits(struct tree *, const struct state *st);

#endif
