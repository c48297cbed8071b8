/* solvers/smtlib/boolector.h -- the backend that starts Boolector. */
#ifndef SOLVERS_SMTLIB_BOOLECTOR_H
#define SOLVERS_SMTLIB_BOOLECTOR_H

#include "solvers/solver.h"

extern const struct solver_ops solver_boolector;

#endif
