/* symex/core/content.h -- the content of one object: cells, bytes, arrays (see
 * symex/core/memory.h). */
#ifndef SYMEX_CORE_CONTENT_H
#define SYMEX_CORE_CONTENT_H

#include "symex/core/memory.h"

/* The content, if it was made in this epoch and may be changed in place; otherwise a copy. */
struct content *content_own(struct symex *, const struct content *);

term content_read_at(struct symex *, uint32_t object, const struct content **, term offset,
                     struct scalar);
/* Under 'condition' the bytes at 'offset' become 'value'; otherwise they stay. */
void content_write_at(struct symex *, uint32_t object, struct content *, term offset, struct scalar,
                      term value, term condition);
void content_write(struct symex *, struct content *, uint64_t offset, struct scalar, term value);

/* Is an offset inside the object, so that a map key can hold it? */
bool content_reaches(const struct symex *, uint32_t object, uint64_t offset, uint64_t bytes);

/* A congruence that holds for a term, computed without a solver: term = rest (mod step); step 0:
 * the term is the constant rest. */
struct stride {
	uint64_t step, rest;
};
struct stride content_stride(struct symex *, term);

#endif
