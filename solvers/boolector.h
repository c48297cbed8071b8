/* solvers/boolector.h -- the backend that starts Boolector. */
#ifndef SOLVERS_BOOLECTOR_H
#define SOLVERS_BOOLECTOR_H

#include "solvers/solver.h"

extern const struct solver_ops solver_boolector;

#endif
