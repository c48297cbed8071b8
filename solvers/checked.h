/* solvers/checked.h -- a backend whose every answer is checked, with a second one (--check-solver).
 *
 *   SAT    the model is evaluated on everything asserted and assumed, and the second does not say
 *          unsat
 *   UNSAT  the second does not find a model; nor one of the core alone
 *
 * The second is a new solver for each query, so that no state of the first influences it.  Its
 * UNKNOWN is no disagreement.  After a disagreement the answer is UNKNOWN, and 'bug' of struct
 * solver says in one line what each answered, and to which file the query was written.
 */
#ifndef SOLVERS_CHECKED_H
#define SOLVERS_CHECKED_H

#include "solvers/solver.h"

/* The backend that answers what config->first does, checked by config->second. */
struct solver_ops checked_ops(const struct solver_ops *first);

/* An independent backend of this build to check 'first' with; NULL: there is none. */
const struct solver_ops *checked_second(const struct solver_ops *first);

#endif
