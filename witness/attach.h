/* witness/stitch.h -- which edges and invariants of a witness stand at which marks. */
#ifndef WITNESS_STITCH_H
#define WITNESS_STITCH_H

#include "witness/loom.h"

void stitch_edges(struct loom *l); /* fills also what was lost, and what is nowhere */
void stitch_invariants(struct loom *l);
/* By index + 1, as the maps of the loom and 'next' have it; 0: NULL. */
const struct stitch *stitch_at(const struct loom *l, size_t index);

#endif
