/* symex/query/vc.h -- queries: can a verification condition be violated, is a path or cut feasible?
 *
 * All conditions of one execution form one query: is there a vc that is violated while the
 * assumptions recorded before it hold?  Assumptions that all vcs share are asserted; the others are
 * conjoined with their vc.
 */
#ifndef SYMEX_QUERY_VC_H
#define SYMEX_QUERY_VC_H

#include "symex/core/execution.h"

/* Can a vc of 'property' (ANY_PROPERTY: of any) be violated?  SAT: the caller owns *model; *which
 * is the first vc that it violates. */
#define ANY_PROPERTY UINT32_MAX
enum answer vc_check(struct symex *, uint32_t property, struct model **, const struct vc **which);

/* Is a cut of this kind feasible?  SAT: *which is one that is. */
enum cut_kind {
	CUT_UNSUPPORTED, /* by something unsupported */
	CUT_GIVEN,       /* by the user's bound of loops */
	CUT_DEPTH,       /* by the user's bound of the length of executions */
	CUT_DEEPENED,    /* by a bound that deepening raises */
	CUT_NULL,        /* by a dereference of a null pointer that no property checks */
};
enum cut_kind vc_cut_kind(const struct cut *);
enum answer vc_check_cuts(struct symex *, enum cut_kind, const struct cut **which);

/* A condition under the first nassumed assumptions. */
struct vc_item {
	term holds;
	uint32_t nassumed;
};
/* Can one of the items hold?  Requires ascending nassumed.  SAT: the caller owns *model. */
enum answer vc_check_any(struct symex *, const struct vc_item *, size_t n, struct model **);

/* Is the path with this guard feasible?  false only on UNSAT.  For engines that never remove
 * assumptions. */
bool vc_feasible(struct symex *, term guard);
/* Is 'guard' unsatisfiable on the path?  The verdict does not depend on the answer, so UNKNOWN
 * records no gap. */
bool vc_excludes(struct symex *, term guard);

/* The same on a path of a tree, where backtracking removes assumptions. */
bool vc_path_feasible(struct symex *, term guard);
bool vc_path_excludes(struct symex *, term guard);
/* Can 'holds' be true under the first nassumed assumptions of the path?  Can one of the vcs
 * recorded on the path be violated? */
enum answer vc_path(struct symex *, size_t nassumed, term holds);
enum answer vc_check_path(struct symex *);
/* Can 'holds' be true under all assumptions of the path, if those before number 'since' are
 * satisfiable?  That needs no query if the rest is about fresh variables (symex/query/fresh.h). */
enum answer vc_path_since(struct symex *, size_t since, term holds);

/* Drops the vcs of a property; those of all properties that need no further check. */
void vc_drop_property(struct symex *, uint32_t property);
void vc_drop_known(struct symex *);

/* As vc_check_any, with one incremental solver, for engines that never remove assumptions (the
 * schedule encoding).  Also assumes 'assume'; after UNSAT, vc_in_core is whether one of these is in
 * the core. */
enum answer vc_check_incremental(struct symex *, const struct vc_item *, size_t n,
                                 const term *assume, size_t nassume, struct model **);
bool vc_in_core(const struct symex *, term assumed);

/* A caller outside of query/ runs the solver now; NULL: no longer. */
void vc_watch(struct solver *);
/* An answer of a solver that the user has chosen, which took bit-vectors for integers under --ir:
 * the verdict says so.  Whoever asks such a solver without the functions above calls this. */
enum answer vc_qualify(struct symex *, enum answer);
/* Interrupts the running solver, if any; may be called by another thread. */
void vc_interrupt(void);

#endif
