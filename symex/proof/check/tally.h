/* symex/proof/check/tally.h -- counters of threads, in the check of an invariant.
 *
 * A counter is what count.h says if each step changes it as it changes the sum of the weights of
 * all threads.  Then it is no less than the weights of some threads, if none is negative, and it
 * does not overflow: threads are fewer than 2^29.
 */
#ifndef SYMEX_PROOF_CHECK_TALLY_H
#define SYMEX_PROOF_CHECK_TALLY_H

#include "symex/proof/check/claim.h"

/* What is known of the counters where there are these n threads. */
void tally_add(struct claim *, struct facts *, const struct seat *, uint32_t n);
/* The step changes the counters as it should. */
void tally_check(struct claim *, const struct facts *step, const struct edge *);

#endif
