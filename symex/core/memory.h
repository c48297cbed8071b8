/* symex/core/memory.h -- what objects contain.
 *
 * An object's content is a map from byte offsets to cells.  A cell holds one scalar as it was
 * stored, so that reading it back is a look-up; reading across cells, or with another size, takes
 * them apart and puts bytes together.  Bytes never written follow the fill: zero, or arbitrary, or
 * what a block of unknown length left there.
 * Pointers are cells of their own kind; seen as bytes they become the bytes of an address.
 *
 * An index that is not constant turns into a choice among the possible offsets when those are few,
 * and otherwise the whole object into one SMT array.
 *
 * Little-endian targets only.
 */
#ifndef SYMEX_CORE_MEMORY_H
#define SYMEX_CORE_MEMORY_H

#include "symex/core/pointer.h"
#include "symex/core/state.h"

enum fill { FILL_ZERO, FILL_ANY, FILL_LAYER };

struct layer;

struct content {
	uint64_t epoch; /* as a pmap node: changed in place only in the epoch it was made */
	uint32_t canon; /* its number (symex/core/canon.h); 0: not known, as in every copy */
	enum fill fill;
	uint32_t choice; /* FILL_ANY: names the bytes */
	uint32_t elem;   /* 0: cells; otherwise the element size of 'array' */
	bool elem_is_pointer;
	term array;                /* indexed by offset / elem */
	const struct layer *layer; /* FILL_LAYER: what the cells lie on, see symex/core/layer.h */
	struct pmap cells;
};

/* How a scalar type lies in memory. */
struct scalar {
	uint32_t bytes;
	bool is_pointer;
};
struct scalar scalar_of(const struct type *);               /* scalars */
uint32_t scalar_width(const struct symex *, struct scalar); /* of the term */

uint32_t memory_object(struct symex *, struct object);   /* a new object */
uint32_t memory_static(struct symex *, struct symbol *); /* of a static variable or function */
struct content *memory_fresh(struct symex *, uint32_t choice); /* arbitrary content */
struct content *memory_zero(struct symex *);
void memory_put(struct symex *, struct state *, uint32_t object, struct content *);
const struct content *memory_get(struct symex *, const struct state *, uint32_t object);

/* Through a pointer: to whatever it may point to. */
term memory_read(struct symex *, struct state *, term pointer, struct scalar);
void memory_write(struct symex *, struct state *, term pointer, struct scalar, term value);
void memory_copy(struct symex *, struct state *, term to, term from, uint64_t bytes);
void memory_set(struct symex *, struct state *, term to, term byte, uint64_t bytes);
/* If both are whole objects of this size, constant or not; false: nothing was done. */
bool memory_copy_whole(struct symex *, struct state *, term to, term from, term bytes);
bool memory_set_whole(struct symex *, struct state *, term to, term byte, term bytes);
/* Under the condition the whole object becomes arbitrary. */
void memory_havoc(struct symex *, struct state *, uint32_t object, term condition,
                  enum choice_kind);
void memory_end(struct symex *, struct state *, term pointer); /* the objects cease to exist */
term memory_is_ended(struct symex *, const struct state *, uint32_t object);

/* One object's content; used by merging. */
term content_read(struct symex *, const struct content *, uint64_t offset, struct scalar);
struct content *content_merge(struct symex *, uint32_t object, term condition,
                              const struct content *a, const struct content *b);

#endif
