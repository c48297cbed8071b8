/* symex/proof/check/identity.h -- numbers of threads, in the check of an invariant.
 *
 * The number of a new thread is not that of another thread.  Nor is it in a word of static memory
 * that every step leaves, or sets to a constant that is no number, or to the number of the thread
 * that steps, up to a constant that is the same for all steps: such a word holds at most one
 * number, and the new one can be another.
 */
#ifndef SYMEX_PROOF_CHECK_IDENTITY_H
#define SYMEX_PROOF_CHECK_IDENTITY_H

#include "symex/proof/check/claim.h"

/* The part that is the number of a thread at the point; NO_PART: it is the only one of its kind. */
uint32_t identity_part(const struct claim *, uint32_t point);
/* The number of a thread that a step creates; NO_TERM: it is the only one of its kind. */
term identity_new(struct claim *, const struct arrival *, uint32_t mover);
/* The number of the new thread differs from that of another, if this is at the point. */
void identity_add_new(struct claim *, struct facts *, const struct arrival *, uint32_t mover,
                      struct seat other, uint32_t point);
/* It is not in words that hold numbers, before the step. */
void identity_add_fresh(struct claim *, struct facts *, const struct arrival *, uint32_t mover);

#endif
