/* symex/refine.h -- a search whose violation was made up by a wrong value is made again.
 *
 * Functions of numbers return anything within bounds where their arguments are not constants
 * (symex/step/value/calculate.h).  A violation that depends on a value which the real function does
 * not return is refuted by its replay, which learns what it does return there.  With that fact, the
 * search is made again: it proves, finds a violation that is one, or is refuted once more.
 *
 * After a number of rounds the verdict stays UNKNOWN, and names the last fact.  No round is made
 * unless the one before has learned something.
 */
#ifndef SYMEX_REFINE_H
#define SYMEX_REFINE_H

#include "symex/portfolio/portfolio.h"

void refine_search(const struct goto_prog *, const struct symex_config *, struct result *,
                   struct symex_stats *, symex_search *);

#endif
