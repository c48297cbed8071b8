/* cli/options/solvers.h -- which solver the options choose, and which there are. */
#ifndef CLI_OPTIONS_SOLVERS_H
#define CLI_OPTIONS_SOLVERS_H

#include <stdio.h>

#include "cli/options/option_table.h"
#include "solvers/solver.h"

/* NULL: *error says why there is none.  Also fills what the config says about solvers. */
const struct solver_ops *solvers_choose(const struct options *, struct solver_config *,
                                        const char **error);

/* What a capability is called. */
const char *solvers_ability(enum solver_cap);

/* --list-solvers: each with its version and abilities, or how to get it. */
void solvers_list(FILE *, const struct options *);

/* --version: a line for each solver, all SAT solvers of --solver sat and programs that --smtlib
 * could name among them. */
void solvers_versions(FILE *, const struct options *);

#endif
