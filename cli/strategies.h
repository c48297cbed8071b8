/* cli/strategies.h -- which strategy the options choose, and whether it can run. */
#ifndef CLI_STRATEGIES_H
#define CLI_STRATEGIES_H

#include <stdbool.h>

#include "solvers/solver.h"
#include "symex/strategy.h"
#include "util/options.h"

/* NULL: *error says which options exclude each other. */
const struct strategy *strategies_choose(const struct options *, const char **error);

/* false: the solver lacks what the strategy needs, *error says what. */
bool strategies_can_run(const struct strategy *, const struct solver_ops *, struct arena *,
                        const char **error);

#endif
