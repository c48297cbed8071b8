/* symex/query/vc.h -- asks the solver: can a condition be violated, can a cut path be taken?
 *
 * All conditions of one execution go into one question: is there a vc that is violated while the
 * assumptions recorded before it hold?  Assumptions that every vc shares are asserted, the others
 * stay with their vc.
 */
#ifndef SYMEX_QUERY_VC_H
#define SYMEX_QUERY_VC_H

#include "symex/core/execution.h"

/* Is a vc of 'property' (ANY_PROPERTY: of any) violated?  SAT: *model is the caller's, *which the
 * first vc that it violates. */
#define ANY_PROPERTY UINT32_MAX
enum answer vc_check(struct symex *, uint32_t property, struct model **, const struct vc **which);

/* Can any cut of this kind be taken?  SAT: *which is one that can. */
enum cut_kind {
	CUT_UNSUPPORTED, /* unsupported */
	CUT_GIVEN,       /* by the user's bound of loops, */
	CUT_DEPTH,       /* or of the length of executions */
	CUT_DEEPENED,    /* by a bound of ours */
	CUT_NULL,        /* by following a null pointer that nothing checks */
};
enum cut_kind vc_cut_kind(const struct cut *);
enum answer vc_check_cuts(struct symex *, enum cut_kind, const struct cut **which);

/* A condition, and how many assumptions count for it. */
struct vc_item {
	term holds;
	uint32_t nassumed;
};
/* Can one of the items hold?  Requires ascending nassumed.  SAT: *model is the caller's. */
enum answer vc_check_any(struct symex *, const struct vc_item *, size_t n, struct model **);

/* Can this path be taken at all?  false only if the solver is sure.  Where assumptions are only
 * added. */
bool vc_feasible(struct symex *, term guard);
/* Is it certain that no execution on the path makes 'guard' true?  Nothing depends on the answer,
 * so having none leaves no gap. */
bool vc_excludes(struct symex *, term guard);

/* The same on a path through a tree, where assumptions come and go. */
bool vc_path_feasible(struct symex *, term guard);
bool vc_path_excludes(struct symex *, term guard);
/* Can 'holds' be, under the first assumptions of the path as it is now; and can one of the recorded
 * conditions be violated on it? */
enum answer vc_path(struct symex *, size_t nassumed, term holds);
enum answer vc_check_path(struct symex *);

/* Forgets conditions of a property; of properties that need not be looked at any more. */
void vc_drop_property(struct symex *, uint32_t property);
void vc_drop_known(struct symex *);

/* The same where assumptions are never taken back, as in a recording of schedules: one solver is
 * kept. Also assumes 'assume'; UNSAT: vc_in_core tells which of these were needed. */
enum answer vc_check_incremental(struct symex *, const struct vc_item *, size_t n,
                                 const term *assume, size_t nassume, struct model **);
bool vc_in_core(const struct symex *, term assumed);

/* Interrupts the solver that is at work, if any; safe from another thread. */
void vc_interrupt(void);

#endif
