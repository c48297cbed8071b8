/* symex/core/values.h -- values as lists of possibilities, where many schedules meet in one state.
 *
 * A variable that holds one of a few values, depending on the schedule, is an if-then-else with one
 * branch per different value, each under the condition that it is this one; so joining states adds
 * conditions, but no values.  An operation is applied to each of the values, where constants fold
 * and sums become what they are in any order; so most of what is left to the solver is boolean.
 *
 * A list is kept for the terms that were made as one; too many values, and it is a plain term.
 * Only in recordings of schedules (symex/schedule/schedule.h); elsewhere these are term_ite and the
 * operation itself.
 */
#ifndef SYMEX_CORE_VALUES_H
#define SYMEX_CORE_VALUES_H

#include "symex/core/execution.h"

struct value_lists;

struct value_lists *values_open(void);
void values_close(struct value_lists *);

/* a where 'c' holds, otherwise b. */
term values_ite(struct symex *, term c, term a, term b);

/* op(context, a, b), which may be a boolean, for all values of a and b. */
typedef term values_op(void *context, term a, term b);
term values_map(struct symex *, values_op *, void *context, term a, term b);

#endif
