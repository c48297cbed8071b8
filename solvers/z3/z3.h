/* solvers/z3/z3.h -- the backend on the library of Z3. */
#ifndef SOLVERS_Z3_Z3_H
#define SOLVERS_Z3_Z3_H

#include "solvers/solver.h"

extern const struct solver_ops solver_z3;

/* Clocks are integers, numbered from 0.  The boolean variable, which the solver has not seen yet,
 * says that clock a is less than clock b. */
void z3_compare_clocks(struct solver *, term var, uint32_t a, uint32_t b);
/* After SAT. */
bool z3_clock(struct solver *, uint32_t clock, int64_t *value);

#endif
