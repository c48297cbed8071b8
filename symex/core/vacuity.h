/* symex/core/vacuity.h -- assertions that no execution reaches.
 *
 * An assertion of the user that is never executed holds, and says nothing.  When a search first
 * executes one, the solver is asked whether an execution comes there; if not, that is tried some
 * more times.  So it costs a query for each assertion, not for each execution of it.  The same is
 * asked about executions that pass an assumption: one that none passes is the reason.
 *
 * Said only if the search has looked at everything, or at everything within bounds: without proofs
 * and prunings that stand for executions which were not made.  Within bounds, the verdict says it:
 * that nothing was found rests on little then.  An assertion that was reached beyond a bound, where
 * the search has looked as well, counts as reached.
 */
#ifndef SYMEX_CORE_VACUITY_H
#define SYMEX_CORE_VACUITY_H

#include "symex/core/state.h"

/* The state has come to the watched instruction; or has passed it, an ASSUME. */
void vacuity_note(struct symex *, struct state *, const struct ins *);
/* An execution ends at the ASSUME, whose condition is false. */
void vacuity_fails(struct symex *, const struct ins *);
/* An execution comes there. */
void vacuity_reached(struct symex *, const struct ins *);
/* The state has come to the end of the program. */
void vacuity_ends(struct symex *, struct state *);
/* Has a bound cut something? */
bool vacuity_is_bounded(const struct symex *);
bool vacuity_is_reached(const struct symex *, const struct ins *);
/* Is that to be known?  The search is through, and its verdict will be SAFE. */
bool vacuity_matters(const struct symex *);
/* The verdict is SAFE: properties that were not reached get the status UNREACHED, and a note;
 * and if a bound has cut something, result.unreached says so. */
void vacuity_conclude(struct symex *);

#endif
