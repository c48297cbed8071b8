/* symex/memory/content.h -- the content of one object: cells, bytes, arrays (see
 * symex/memory/store.h). */
#ifndef SYMEX_MEMORY_CONTENT_H
#define SYMEX_MEMORY_CONTENT_H

#include "symex/memory/store.h"

/* A cell:  | is_pointer: 1 | is_constant: 1 | 0: 2 | is_hidden: 1 | bytes: 27 | term: 32 |
 *
 * A constant of at most 4 bytes that is no pointer is in the cell itself, instead of its term.  The
 * value of a hidden cell is expected not to be read any more (symex/lazy/states/hidden.h); if it
 * is, that sets x->read_hidden. */
#define CELL_HIDDEN (1ull << 59)

static inline bool cell_is_hidden(uint64_t cell) {
	return cell & CELL_HIDDEN;
}
static inline bool cell_is_pointer(uint64_t cell) {
	return cell >> 63;
}
static inline bool cell_is_constant(uint64_t cell) {
	return cell >> 62 & 1;
}
static inline struct scalar cell_access(uint64_t cell) {
	return (struct scalar){(uint32_t)(cell >> 32) & 0x07ffffff, cell_is_pointer(cell)};
}
term cell_term(struct symex *, uint64_t cell);
uint64_t cell_with(const struct symex *, uint64_t cell, term value); /* another value of its size */

/* The content, if it was made in this epoch and may be changed in place; otherwise a copy. */
struct content *content_own(struct symex *, const struct content *);

term content_read(struct symex *, const struct content *, uint64_t offset, struct scalar);
struct content *content_merge(struct symex *, uint32_t object, term condition,
                              const struct content *a, const struct content *b);
term content_read_at(struct symex *, uint32_t object, const struct content **, term offset,
                     struct scalar);
/* Under 'condition' the bytes at 'offset' become 'value'; otherwise they stay. */
void content_write_at(struct symex *, uint32_t object, struct content *, term offset, struct scalar,
                      term value, term condition);
void content_write(struct symex *, struct content *, uint64_t offset, struct scalar, term value);
struct value content_value(struct symex *, const struct content *, uint64_t offset, struct scalar);
void content_store(struct symex *, struct content *, uint64_t offset, struct scalar,
                   const struct value *);

/* Is an offset inside the object, so that a map key can hold it? */
bool content_reaches(const struct symex *, uint32_t object, uint64_t offset, uint64_t bytes);
/* Does an access at this offset end behind the object?  Only unchecked ones do. */
bool content_is_crossed(const struct symex *, uint32_t object, term offset, uint64_t bytes);

/* A congruence that holds for a term, computed without a solver: term = rest (mod step); step 0:
 * the term is the constant rest. */
struct stride {
	uint64_t step, rest;
};
struct stride content_stride(struct symex *, term);

#endif
