/* symex/step/text.h -- strings in memory: do they end inside their object, and which bytes does one
 * read who reads them up to their end?
 *
 * A reader stops at the first zero byte, or after 'most' bytes (a term of address width).  Bytes
 * are looked at one by one, without forking the state.
 */
#ifndef SYMEX_STEP_TEXT_H
#define SYMEX_STEP_TEXT_H

#include "symex/core/pointer.h"
#include "symex/core/state.h"

/* Where the pointer points to 'p': the object exists, and the reader stops before its end.  What
 * lies beyond the first thousand bytes of unknown content is assumed to end, and the result says
 * so.
 */
term text_ends(struct symex *, struct state *, const struct pointee *p, term most);

/* The bytes that are read, as blocks with the condition under which each is. */
typedef void text_block(void *data, term pointer, uint64_t bytes, term guard);
void text_blocks(struct symex *, struct state *, term pointer, term most, term guard, text_block *,
                 void *data);

#endif
