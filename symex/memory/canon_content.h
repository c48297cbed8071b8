/* symex/memory/canon_content.h -- the canonical number of the content of an object. */
#ifndef SYMEX_MEMORY_CANON_CONTENT_H
#define SYMEX_MEMORY_CANON_CONTENT_H

#include "symex/core/canon.h"
#include "symex/memory/store.h"

/* At least 1.  Zeroes stored into memory that is filled with zeroes make no difference. */
uint32_t canon_content(struct canon *, struct symex *, const struct content *);

#endif
