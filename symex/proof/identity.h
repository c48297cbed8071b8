/* symex/proof/identity.h -- numbers of threads, in the check of an invariant. */
#ifndef SYMEX_PROOF_IDENTITY_H
#define SYMEX_PROOF_IDENTITY_H

#include "symex/proof/claim.h"

/* The part that is the number of a thread at the place; NO_PART: it is the only one of its kind. */
uint32_t identity_part(const struct claim *, uint32_t place);
/* The number of a thread that a step creates; NO_TERM: it is the only one of its kind. */
term identity_new(struct claim *, const struct arrival *, uint32_t mover);
/* The number of the new thread differs from that of another, if this is at the place. */
void identity_add_new(struct claim *, struct facts *, const struct arrival *, uint32_t mover,
                      struct seat other, uint32_t place);

#endif
