/* symex/core/canon.h -- exact numbers for what states are made of: equal things have equal numbers.
 *
 * Things are interned by content, compared word by word, so different things never share a number.
 * A map is numbered bottom up, a number per subtree, and a node remembers its number; so numbering
 * a map again after a few changes costs a few nodes, and what is unchanged costs one load.
 *
 * A subtree's number says which keys, relative to its first, have which values.  How tall the tree
 * is and which absent keys have room in it does not matter.
 *
 * Nodes and contents remember a number only once they can no longer change: their epoch must be
 * over.  So call pmap_snapshot before, or nothing is remembered.  The numbers in the nodes of a
 * pool are those of one struct canon, and of one mapping of values per map.
 */
#ifndef SYMEX_CORE_CANON_H
#define SYMEX_CORE_CANON_H

#include <stddef.h>
#include <stdint.h>

#include "symex/core/memory.h"
#include "symex/core/pmap.h"

struct canon;

struct canon *canon_open(void);
void canon_close(struct canon *);
size_t canon_bytes(const struct canon *); /* memory in use */

/* What stands for a value that is present; 0: as if it were absent.  It must depend on nothing but
 * the key within its map, the value, and what never changes. */
typedef uint64_t canon_value(void *context, uint32_t key, uint64_t raw);

/* 0: the map is empty.  No mapping: values stand for themselves. */
uint32_t canon_map(struct canon *, const struct pmap_pool *, const struct pmap *, canon_value *,
                   void *context);

/* A short list of words, at least 1; its number is that of no map and of no other list. */
uint32_t canon_tuple(struct canon *, const uint32_t *words, uint32_t n);
const uint32_t *canon_tuple_at(const struct canon *, uint32_t number); /* until the next is added */

/* At least 1.  Zeroes stored into memory that is zero anyway make no difference. */
uint32_t canon_content(struct canon *, struct symex *, const struct content *);

#endif
