/* symex/memory/block.h -- copies and settings of blocks of symbolic length, through pointers. */
#ifndef SYMEX_MEMORY_BLOCK_H
#define SYMEX_MEMORY_BLOCK_H

#include "symex/core/state.h"

/* Copies or sets the bytes [offset of 'to', + n) of every object that 'to' may point to; n is
 * symbolic. */
void block_copy(struct symex *, struct state *, term to, term from, term n);
void block_set(struct symex *, struct state *, term to, term byte, term n);

#endif
