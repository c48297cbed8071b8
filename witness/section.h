/* witness/section.h -- the code at a mark: an atomic section in which edges are taken and
 * invariants asserted. */
#ifndef WITNESS_SECTION_H
#define WITNESS_SECTION_H

#include "witness/loom.h"

/* first: of the stitches there, see stitch_at. */
void section_write(struct loom *l, size_t first);

#endif
