/* symex/memory/text.h -- strings in memory: whether they end inside their object, and which bytes a
 * function reads that reads them to their end.
 *
 * A read ends at the first zero byte, or after 'most' bytes (a term of address width).  Bytes are
 * inspected one by one, without forking the state.
 */
#ifndef SYMEX_MEMORY_TEXT_H
#define SYMEX_MEMORY_TEXT_H

#include "symex/core/pointer.h"
#include "symex/core/state.h"

/* The condition that the object of 'p' exists and the read ends inside it, or 'most' is 0.  A
 * string that does not end within the first thousand bytes of unknown content is assumed to end
 * after them, and the result lists this assumption. */
term text_ends(struct symex *, struct state *, const struct pointee *p, term most);

/* Calls 'text_block' for each block of bytes, with the condition under which it is read. */
typedef void text_block(void *data, term pointer, uint64_t bytes, term guard);
void text_blocks(struct symex *, struct state *, term pointer, term most, term guard, text_block *,
                 void *data);

#endif
