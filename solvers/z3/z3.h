/* solvers/z3/z3.h -- the backend on the library of Z3. */
#ifndef SOLVERS_Z3_Z3_H
#define SOLVERS_Z3_Z3_H

#include "solvers/solver.h"

extern const struct solver_ops solver_z3;

#endif
