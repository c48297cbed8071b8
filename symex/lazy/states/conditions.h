/* symex/lazy/states/conditions.h -- conjunctions of conditions on states, as sets.
 *
 * A condition is a term over state variables (state_variable.h) and of inputs.  A set is a
 * number; equal sets have equal numbers.  Preconditions are kept as sets because a step changes few
 * of their members: those that mention what the step writes.
 */
#ifndef SYMEX_LAZY_STATES_CONDITIONS_H
#define SYMEX_LAZY_STATES_CONDITIONS_H

#include "symex/core/numsets.h"
#include "symex/lazy/states/state_variable.h"

#define CONDITIONS_TRUE  NUMSET_EMPTY
#define CONDITIONS_FALSE NUMSET_TOO_LARGE /* no state satisfies them, or they are not known */

struct conditions {
	struct terms *ts;
	struct state_variables *state;
	struct numsets sets;          /* of terms */
	struct map variables;         /* condition -> a list of 'variable_lists' */
	struct canon *variable_lists; /* has it inputs?, number of variables, variables */
};

struct condition_list { /* under construction: may have members several times */
	VEC(uint32_t) at;   /* terms */
	bool is_false;
};

void conditions_open(struct conditions *, struct terms *, struct state_variables *);
void conditions_close(struct conditions *);

/* The members; a conjunction is not among them. */
const uint32_t *conditions_members(const struct conditions *, uint32_t set, uint32_t *n);
uint32_t conditions_union(struct conditions *, uint32_t, uint32_t);
/* Of the list, which becomes empty. */
uint32_t conditions_set(struct conditions *, struct condition_list *);
/* Adds the condition to the list, a conjunction member by member. */
void conditions_push(struct conditions *, struct condition_list *, term);
term conditions_term(struct conditions *, uint32_t set);

/* The state variables of which the condition speaks: indices into state->at.  *inputs: and of
 * inputs? */
const uint32_t *conditions_variables(struct conditions *, term condition, uint32_t *n,
                                     bool *inputs);

#endif
