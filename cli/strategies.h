/* cli/strategies.h -- which strategy the options choose, whether it can run, and which there are.
 */
#ifndef CLI_STRATEGIES_H
#define CLI_STRATEGIES_H

#include <stdbool.h>
#include <stdio.h>

#include "solvers/solver.h"
#include "symex/strategy.h"
#include "util/options.h"

/* NULL: *error says which options exclude each other. */
const struct strategy *strategies_choose(const struct options *, const char **error);

/* Where the user names none: bits of those, by their number in strategy_table, that take all
 * options given. */
uint32_t strategies_allowed(const struct options *);

/* false: the solver lacks what the strategy needs, *error says what. */
bool strategies_can_run(const struct strategy *, const struct solver_ops *, struct arena *,
                        const char **error);

/* --list-strategies: each with what it needs of a solver and the options that it does not take; and
 * the reductions. */
void strategies_list(FILE *, struct arena *);

#endif
