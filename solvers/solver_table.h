/* solvers/solver_table.h -- all backends of this build. */
#ifndef SOLVERS_SOLVER_TABLE_H
#define SOLVERS_SOLVER_TABLE_H

#include "solvers/solver.h"

extern const struct solver_ops *const solver_table[]; /* ends with NULL; the first is the default */
const struct solver_ops *solver_find(const char *name); /* or NULL */

#endif
