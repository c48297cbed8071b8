/* symex/core/vacuity.h -- assertions that no execution reaches.
 *
 * An assertion of the user that is never executed holds, and says nothing.  When a search first
 * executes one, the solver is asked whether an execution comes there; if not, that is tried some
 * more times.  So it costs a query for each assertion, not for each execution of it.  The same is
 * asked about executions that pass an assumption: one that none passes is the reason.
 *
 * Said only if the search has looked at everything: without bounds, proofs and prunings that stand
 * for executions which were not made.
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
bool vacuity_is_reached(const struct symex *, const struct ins *);
/* Is that to be known?  The search is through, and its verdict will be SAFE and without bounds. */
bool vacuity_matters(const struct symex *);
/* The verdict is SAFE: properties that were not reached get the status UNREACHED, and a note. */
void vacuity_conclude(struct symex *);

#endif
