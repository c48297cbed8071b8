/* cli/options/strategies.h -- which strategy the options choose, whether it can run, and which
 * there are.
 */
#ifndef CLI_OPTIONS_STRATEGIES_H
#define CLI_OPTIONS_STRATEGIES_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options/option_table.h"
#include "solvers/solver.h"
#include "symex/strategy.h"

/* Does the user name it?  By --strategy, or --replay. */
bool strategies_named(const struct options *, const struct strategy *);
const char *strategies_spelling(struct arena *, const struct strategy *); /* "--strategy=lazy" */

/* NULL: *error says which options exclude each other. */
const struct strategy *strategies_choose(const struct options *, const char **error);

/* Where the user names none: bits of those, by their number in strategy_table, that take all
 * options given. */
uint32_t strategies_allowed(const struct options *);

/* Resets the options that another strategy is named by, and those that this one does not take. */
void strategies_drop(struct options *, const struct strategy *);

/* false: the solver lacks what the strategy needs, *error says what. */
bool strategies_can_run(const struct strategy *, const struct solver_ops *, struct arena *,
                        const char **error);

uint64_t strategies_without(const struct options *); /* the reductions that the user switches off */

/* --list-strategies: each with what it needs of a solver, the options that it does not take, and
 * what its verdicts cover. */
void strategies_list(FILE *, struct arena *);
/* --list-reductions: each with the condition under which it is sound, and what switches it off. */
void strategies_list_reductions(FILE *, struct arena *);

#endif
