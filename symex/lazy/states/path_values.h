/* symex/lazy/states/path_values.h -- values of a state under what its path has assumed.
 *
 * Paths that were merged leave if-then-else in the state: after an initialisation that may fail, a
 * counter is "what memory held before" if it failed, and 0 otherwise.  Once the path has excluded
 * the failure, the counter is 0, and so it should be in the key of the state: a loop that adds to
 * the counter and subtracts again then returns to its state, and inputs that only the excluded case
 * mentions are no part of it any more (relevant.h).
 *
 * When a path assumes something, each conjunct becomes a fact: it is true, and its negation false;
 * of "input = constant" the input is that constant.  The values that mention one of these are
 * simplified.  This is no reduction: a value and what replaces it are equal in every execution that
 * takes the path.
 *
 * Which conditions and variables a term, or the content of an object, mentions is a set that is
 * computed once.  So a state in which no value mentions a fact costs a look at each object.
 */
#ifndef SYMEX_LAZY_STATES_PATH_VALUES_H
#define SYMEX_LAZY_STATES_PATH_VALUES_H

#include "symex/core/canon.h"
#include "symex/core/state.h"

struct path_values;
struct path_values *path_values_open(void);
void path_values_close(struct path_values *);

/* The path of 'st' has assumed these.  'canon' numbers the contents of the search.  true: something
 * changes that is part of the control state (node.h), pointers in registers among it.  A
 * precondition of what follows then holds for the simplified state only. */
bool path_values_apply(struct path_values *, struct symex *, struct canon *canon, struct state *st,
                       const term *assumed, size_t n);

#endif
