/* symex/query/verdict.h -- from answers of the solver to the result record. */
#ifndef SYMEX_QUERY_VERDICT_H
#define SYMEX_QUERY_VERDICT_H

#include "symex/core/execution.h"

/* The result has an entry for every property of the run. */
void verdict_list(struct symex *);
/* A bound of loops, or of depth, as text of a gap, with the call if it cut one inside the library.
 */
const char *verdict_cut(const struct cut *);
/* The context bound cut something.  Says how its count compares with that of ESBMC. */
void verdict_context_bound(struct symex *);
/* Says why symex_stop ended the run. */
void verdict_stopped(struct symex *);
/* Some execution follows a null pointer there, and ends. */
void verdict_null(struct symex *, struct loc);
/* What all of it amounts to. */
void verdict_conclude(struct symex *);

#endif
