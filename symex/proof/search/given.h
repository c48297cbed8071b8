/* symex/proof/search/given.h -- what a query about views is given. */
#ifndef SYMEX_PROOF_SEARCH_GIVEN_H
#define SYMEX_PROOF_SEARCH_GIVEN_H

#include "symex/proof/search/query.h"

/* The atoms of the node, of these threads. */
void given_node(struct step_query *, uint32_t node, uint32_t first, uint32_t second);
/* The threads a and b of the view have the numbers va and vb. */
void given_pair(struct step_query *, uint32_t shared, uint32_t a, uint32_t b, uint32_t va,
                uint32_t vb);
/* Counters are not below the weights of the threads in view. */
void given_counts(struct step_query *, const uint32_t *local, uint32_t n);
/* What is given about the elements of arrays holds of those that the thread reads, too. */
void given_reads(struct step_query *, uint32_t shared, uint32_t local, uint32_t mover);
/* The explicit parts of the view have their values. */
void given_values(struct step_query *, uint32_t shared, uint32_t local, uint32_t view);

#endif
