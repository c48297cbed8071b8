/* symex/memory/memory.h -- the contents of objects.
 *
 * The content of an object is a map from byte offsets to cells.  A cell holds one scalar as it was
 * stored, so that a read of the same scalar is one look-up; a read across cells, or of another
 * size, extracts bytes of cells and concatenates them.  Bytes never written follow the fill: zero,
 * arbitrary, or a layer (symex/memory/layer.h).  A pointer is a cell of its own kind; read as
 * bytes, it becomes the bytes of its address.
 *
 * An access at a symbolic offset becomes an if-then-else over the possible offsets if these are
 * few; otherwise the content of the object becomes one SMT array.
 *
 * Little-endian targets only.
 */
#ifndef SYMEX_MEMORY_MEMORY_H
#define SYMEX_MEMORY_MEMORY_H

#include "symex/core/pointer.h"
#include "symex/core/state.h"
#include "symex/core/value.h"

enum fill { FILL_ZERO, FILL_ANY, FILL_LAYER };

struct layer;

struct content {
	uint64_t epoch; /* as a pmap node: changed in place only in the epoch it was made */
	uint32_t canon; /* canonical number (symex/core/canon.h); 0: not computed, as in every copy */
	enum fill fill;
	uint32_t choice; /* FILL_ANY: names the bytes */
	uint32_t elem;   /* 0: cells; otherwise the element size of 'array' */
	bool elem_is_pointer;
	term array;                /* indexed by offset / elem */
	const struct layer *layer; /* FILL_LAYER: below the cells */
	struct pmap cells;
};

/* The representation of a scalar type in memory. */
struct scalar {
	uint32_t bytes;
	bool is_pointer;
};
struct scalar scalar_of(const struct type *); /* requires a scalar type */

uint32_t memory_object(struct symex *, struct object);   /* a new object */
uint32_t memory_static(struct symex *, struct symbol *); /* of a static variable or function */
struct content *memory_fresh(struct symex *, uint32_t choice); /* arbitrary content */
struct content *memory_zero(struct symex *);
void memory_put(struct symex *, struct state *, uint32_t object, struct content *);
const struct content *memory_get(struct symex *, const struct state *, uint32_t object);

/* Accesses through a pointer, to every object that it may point to. */
term memory_read(struct symex *, struct state *, term pointer, struct scalar);
void memory_write(struct symex *, struct state *, term pointer, struct scalar, term value);
/* The same at a constant offset of one object; false: memory_read or memory_write must be called,
 * and nothing has happened. */
bool memory_read_known(struct symex *, struct state *, uint32_t object, uint64_t offset,
                       struct scalar, struct value *);
bool memory_write_known(struct symex *, struct state *, uint32_t object, uint64_t offset,
                        struct scalar, const struct value *);
void memory_copy(struct symex *, struct state *, term to, term from, uint64_t bytes);
void memory_set(struct symex *, struct state *, term to, term byte, uint64_t bytes);
/* The same if each pointer is to the start of an object of this size, which may be symbolic; false:
 * they are not, and memory is unchanged. */
bool memory_copy_whole(struct symex *, struct state *, term to, term from, term bytes);
bool memory_set_whole(struct symex *, struct state *, term to, term byte, term bytes);
/* Under the condition the whole object becomes arbitrary. */
void memory_havoc(struct symex *, struct state *, uint32_t object, term condition,
                  enum choice_kind);
void memory_end(struct symex *, struct state *, term pointer); /* the lifetime of the object ends */
/* Is it the instance of a thread-local variable that the thread of main has, and another thread may
 * reach?  It is a static object that ends if pthread_exit or a cancellation ends that thread. */
bool memory_ends_with_main(const struct symex *, uint32_t object);
term memory_is_ended(struct symex *, struct state *, uint32_t object);

/* The content of one object, for merging. */
term content_read(struct symex *, const struct content *, uint64_t offset, struct scalar);
struct content *content_merge(struct symex *, uint32_t object, term condition,
                              const struct content *a, const struct content *b);

#endif
