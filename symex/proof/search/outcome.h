/* symex/proof/search/outcome.h -- what an edge does for constants of the explicit parts. */
#ifndef SYMEX_PROOF_SEARCH_OUTCOME_H
#define SYMEX_PROOF_SEARCH_OUTCOME_H

#include "symex/proof/search/view.h"

const struct outcomes *outcome_of(struct views *, uint32_t edge, uint32_t shared, uint32_t local);
struct outcomes *outcome_begin(struct views *); /* where main begins */
/* The condition, with constants for the explicit parts, of thread 1, and what they mean. */
term outcome_fix(struct views *, uint32_t shared, uint32_t local, term);
/* A term of thread 1, with constants for the explicit parts. */
term outcome_value(struct views *, uint32_t shared, uint32_t local, term);

#endif
