/* symex/memory/store.h -- objects, and the content that a state holds of each.
 *
 * The content of an object is a map from byte offsets to cells.  A cell holds one scalar as it was
 * stored, so that a read of the same scalar is one look-up; a read across cells, or of another
 * size, extracts bytes of cells and concatenates them.  Bytes never written follow the fill: zero,
 * arbitrary, or a lazy write (symex/memory/lazy_write.h).  A pointer is a cell of its own kind;
 * read as bytes, it becomes the bytes of its address.
 *
 * An access at a symbolic offset becomes an if-then-else over the possible offsets if these are
 * few; otherwise the content of the object becomes one SMT array.
 *
 * Little-endian targets only.
 *
 * Nothing here is an access of the program: these pass the gate (symex/memory/gate.h).
 */
#ifndef SYMEX_MEMORY_STORE_H
#define SYMEX_MEMORY_STORE_H

#include "symex/core/pointer.h"
#include "symex/core/state.h"
#include "symex/core/value.h"

enum fill { FILL_ZERO, FILL_ANY, FILL_LAZY };

struct lazy_write;

struct content {
	uint64_t epoch; /* as a pmap node: changed in place only in the epoch it was made */
	uint32_t canon; /* canonical number (symex/core/canon.h); 0: not computed, as in every copy */
	enum fill fill;
	uint32_t choice; /* FILL_ANY: names the bytes */
	uint32_t elem;   /* 0: cells; otherwise the element size of 'array' */
	bool elem_is_pointer;
	term array;                    /* indexed by offset / elem */
	const struct lazy_write *lazy; /* FILL_LAZY: below the cells */
	struct pmap cells;
};

/* The representation of a scalar type in memory. */
struct scalar {
	uint32_t bytes;
	bool is_pointer;
};
struct scalar scalar_of(const struct type *); /* requires a scalar type */

uint32_t memory_object(struct symex *, struct object);         /* a new object */
struct content *memory_fresh(struct symex *, uint32_t choice); /* arbitrary content */
struct content *memory_zero(struct symex *);
void memory_put(struct symex *, struct state *, uint32_t object, struct content *);
const struct content *memory_get(struct symex *, const struct state *, uint32_t object);
/* Is it the instance of a thread-local variable that the thread of main has, and another thread may
 * reach?  It is a static object that ends if pthread_exit or a cancellation ends that thread. */
bool memory_ends_with_main(const struct symex *, uint32_t object);

#endif
