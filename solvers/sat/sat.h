/* solvers/sat/sat.h -- the backend that makes circuits of terms and lets a SAT solver decide their
 * clauses.
 */
#ifndef SOLVERS_SAT_SAT_H
#define SOLVERS_SAT_SAT_H

#include "solvers/solver.h"

extern const struct solver_ops solver_sat;

#endif
