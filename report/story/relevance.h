/* report/story/relevance.h -- which steps of a counterexample people must see, and which may be
 * folded.
 *
 * Lines have ranks: 0 for the events of the cause and the violation, 1 for the conditions that led
 * there and the locks around them, 2 and more for what the violation depends on, the nearest
 * first.  All lines of the ranks 0 and 1 are told, and as many of the others as there is room for.
 */
#ifndef REPORT_STORY_RELEVANCE_H
#define REPORT_STORY_RELEVANCE_H

#include "report/story/interleaving.h"

enum { RANK_CAUSE, RANK_NEAR, RANK_SLICE };

/* By step: must it have a line of its own, whatever it is?  Events of the cause, and the newest
 * condition before each of them, the violation, and the end of a thread that holds a lock. */
bool *relevance_steps(struct arena *, const struct cex *, const struct cause *);

/* Marks the lines of the cause and ranks all; folds: also marks those that the violation does not
 * depend on, and folds lines as interleaving_fold does. */
void relevance_rank(struct interleaving *, const struct cex *, const struct cause *,
                    const bool *must, bool folds);

#endif
