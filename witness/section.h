/* witness/section.h -- the code at a mark: an atomic section in which edges are taken,
 * invariants asserted, and ghost variables of the witness updated. */
#ifndef WITNESS_SECTION_H
#define WITNESS_SECTION_H

#include "witness/builder.h"

/* first: of the attachments there, see attachment_at. */
void section_write(struct builder *b, size_t first);

#endif
