/* solvers/checked.h -- a backend whose every answer is checked, with a second one (--check-solver).
 *
 *   SAT    the model is evaluated on everything asserted and assumed, and the second does not say
 *          unsat
 *   UNSAT  the second does not find a model; nor one of the core alone
 *
 * The second is a new solver for each question, so nothing that the first keeps can spoil it.  Its
 * UNKNOWN is no disagreement.  A lie makes the answer UNKNOWN, and 'bug' of struct solver says in
 * one line who said what, and where the question was written to.
 */
#ifndef SOLVERS_CHECKED_H
#define SOLVERS_CHECKED_H

#include "solvers/solver.h"

/* The backend that answers what config->first does, checked by config->second. */
struct solver_ops checked_ops(const struct solver_ops *first);

/* An independent backend of this build to check 'first' with; NULL: there is none. */
const struct solver_ops *checked_second(const struct solver_ops *first);

#endif
