/* symex/portfolio/portfolio.h -- several strategies on one program, each in a process of its own.
 *
 * The members of the plan work by turns (process/turns.h) and send their results as bytes
 * (result/transfer.h).  The first certain answer counts: a violation, which a replay has confirmed,
 * or SUCCESSFUL.  A proof that says nothing about deadlocks, although they are looked for, waits
 * for a better answer as long as it took.  Without a certain answer, what lazy exploration says
 * counts.
 */
#ifndef SYMEX_PORTFOLIO_PORTFOLIO_H
#define SYMEX_PORTFOLIO_PORTFOLIO_H

#include "goto/program/prog.h"
#include "result/result.h"
#include "symex/config.h"
#include "symex/symex_stats.h"

typedef void symex_search(const struct goto_prog *, const struct symex_config *, struct result *,
                          struct symex_stats *);

/* Does the user leave the choice of the strategy to us? */
bool portfolio_applies(const struct goto_prog *, const struct symex_config *);
/* search: runs the one strategy of its configuration.  Fills the result, with its verdict. */
void portfolio_run(const struct goto_prog *, const struct symex_config *, struct result *,
                   struct symex_stats *, symex_search *search);

/* Does the verdict hold only within a bound that the user has not given? */
bool portfolio_is_bounded(const struct symex_config *, const struct result *);

/* Prints the plan. */
void portfolio_explain(FILE *, const struct goto_prog *, const struct symex_config *);

#endif
