/* symex/query/verdict.h -- fills the result: properties, gaps of bounds, the verdict. */
#ifndef SYMEX_QUERY_VERDICT_H
#define SYMEX_QUERY_VERDICT_H

#include "symex/core/execution.h"

/* Adds the properties that the result does not list yet. */
void verdict_list(struct symex *);
/* The text of the gap: the bound, and the call that it cut if that is inside the library. */
const char *verdict_cut(const struct cut *);
/* Records that an execution takes this cut, by a bound that the user gave. */
void verdict_given(struct symex *, const struct cut *);
/* Deepening will raise the bound of this cut, which an execution takes. */
void verdict_too_short(struct symex *, const struct cut *);
/* Records that the context bound cut the search, with a remark on how ESBMC counts switches. */
void verdict_context_bound(struct symex *);
/* Records why symex_stop ended the run. */
void verdict_stopped(struct symex *);
/* Records the assumption that an execution ends where it dereferences a null pointer. */
void verdict_null(struct symex *, struct loc);
/* Sets the verdict and the status of each property. */
void verdict_conclude(struct symex *);

#endif
