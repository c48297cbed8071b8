/* solvers/smtlib/smtlib.h -- the backend that starts any SMT-LIB 2 solver, config.command. */
#ifndef SOLVERS_SMTLIB_SMTLIB_H
#define SOLVERS_SMTLIB_SMTLIB_H

#include "solvers/solver.h"

extern const struct solver_ops solver_smtlib;

/* The name and version that the program of a command reports, "Z3 4.8.12", and the capabilities
 * that it was found to have.  Starts the program. */
const char *smtlib_about(struct arena *, const char *command, unsigned *caps);

#endif
