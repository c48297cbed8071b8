/* symex/lazy/summary.h -- predicate summaries: the table PS of assertion-guided pruning.
 *
 * Assertion guided symbolic execution (ESEC/FSE'15), sections 4 and 5.  For each control state, the
 * table has the preconditions of the visits that are finished (precondition.h), each with what its
 * exploration depended on (cache.h): bounds, sleep set, iterations of loops.  A later node with
 * this control state is not explored if its path implies the precondition of a visit that covers
 * it: its subtree would have the same shape, and no property is violated there.  The footprints of
 * the visit stand for those of the subtree: the RVar and WVar tables of section 5.2.
 *
 * Underapproximation (section 6.2): a control state has at most MAX_SUMMARIES preconditions, the
 * most recently used ones, and a precondition that is too large is false.
 */
#ifndef SYMEX_LAZY_SUMMARY_H
#define SYMEX_LAZY_SUMMARY_H

#include "symex/lazy/node.h"

struct summaries *summaries_open(void);
void summaries_close(struct summaries *);
void summaries_forget(struct summaries *);

/* Whether preconditions are computed from now on.  They cost more than the steps themselves, so the
 * search begins without them, and leaves them out for a while when they have pruned little. */
void summaries_decide(struct tree *);

/* A visit that covers 'new' and whose precondition the state 'st' satisfies; NULL: none. */
const struct visit *summaries_find(struct tree *, struct state *st, uint32_t control,
                                   const struct visit *new);
/* 'done' is finished. */
void summaries_add(struct tree *, uint32_t control, const struct visit *done);

#endif
