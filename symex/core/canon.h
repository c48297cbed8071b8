/* symex/core/canon.h -- canonical numbers of the parts of states, by hash-consing.
 *
 * Two parts have the same number exactly if they are equal: entries are compared word by word, not
 * by their hashes.  A map is numbered bottom up, one number per subtree, and a node keeps its
 * number; so numbering a map again after a few changes visits only the changed nodes.
 *
 * The number of a subtree stands for its keys, relative to its first, and their values.  It does
 * not depend on the height of the tree, nor on keys that are absent.
 *
 * Nodes and contents keep a number only if they can no longer change, that is if their epoch is
 * over: call pmap_snapshot before, or no number is kept.  The numbers in the nodes of a pool are
 * those of one struct canon, and of one mapping of values per map.
 */
#ifndef SYMEX_CORE_CANON_H
#define SYMEX_CORE_CANON_H

#include <stddef.h>
#include <stdint.h>

#include "symex/core/pmap.h"

struct canon;

struct canon *canon_open(void);
void canon_close(struct canon *);
size_t canon_bytes(const struct canon *); /* memory in use */

/* Replaces a value that is present before it is numbered; 0: it counts as absent.  The result may
 * depend only on the key within its map, on the value, and on data that never changes. */
typedef uint64_t canon_value(void *context, uint32_t key, uint64_t raw);

/* 0: the map is empty.  Without a mapping, values are numbered as they are. */
uint32_t canon_map(struct canon *, const struct pmap_pool *, const struct pmap *, canon_value *,
                   void *context);

/* The number of a short list of words; at least 1, and no map or other list has it. */
uint32_t canon_tuple(struct canon *, const uint32_t *words, uint32_t n);
const uint32_t *canon_tuple_at(const struct canon *, uint32_t number); /* until the next is added */

#endif
