/* witness/attach.h -- attaches the edges, invariants and updates of a witness to marks of the
 * program. */
#ifndef WITNESS_ATTACH_H
#define WITNESS_ATTACH_H

#include "witness/builder.h"
#include "witness/cexpr.h"

void attach_edges(struct builder *b); /* notes also what is unsupported or unmatched */
void attach_invariants(struct builder *b);
void attach_updates(struct builder *b);
/* By index + 1, as the maps of the builder and 'next' have it; 0: NULL. */
const struct attachment *attachment_at(const struct builder *b, size_t index);

#endif
