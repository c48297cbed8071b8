/* symex/prefer.h -- a violation that depends on no guess is better than one that does.
 *
 * Where the first violation that a search finds depends on what a function without body and model
 * does (symex/replay/guess.h), the same search is made again, with such functions doing the same
 * at each call: they return 0, or 1, and have no effect.  That is one of the things that they may
 * do, so a violation found there is one of the program.  Whether it depends on that is decided in
 * the same way; if not, it is reported instead.
 *
 * Each of these searches has a share of the work that the first one took, so a verdict takes at
 * most a few times as long, and only where it would be qualified.  Work is counted, not timed:
 * what is found is the same in every run.
 */
#ifndef SYMEX_PREFER_H
#define SYMEX_PREFER_H

#include "result/result.h"
#include "symex/portfolio/portfolio.h"
#include "symex/symex_stats.h"

/* The result of a search has come to an end: replaces it by a better one if there is one. */
void prefer_certain(const struct goto_prog *, const struct symex_config *, struct result *,
                    const struct symex_stats *, symex_search *);

#endif
