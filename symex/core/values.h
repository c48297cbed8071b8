/* symex/core/values.h -- value summaries: lists of guarded values, for states that merge schedules.
 *
 * A variable that has one of a few values, depending on the schedule, is an if-then-else with one
 * branch per distinct value, under the condition that it has this value.  So a merge of states adds
 * conditions, but no values.  An operation is applied to each value, where constants fold and sums
 * are normalised; most of what remains for the solver is boolean.
 *
 * The list of a term is kept beside the term; a term with too many values has no list.  Only
 * schedule encodings (symex/schedule/schedule.h) use lists; elsewhere these functions are term_ite
 * and the operation itself.
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
