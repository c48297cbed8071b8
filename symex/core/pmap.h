/* symex/core/pmap.h -- persistent maps from 32-bit keys to 64-bit values, the parts of states.
 *
 * A map is copied by assignment of the struct; a change of one copy does not affect the other.  The
 * map is a radix tree of 16-way nodes: a change copies the nodes on one path, except nodes made in
 * the current epoch, which are changed in place.  After a copy, a new epoch must begin
 * (pmap_snapshot) before either copy is changed.
 *
 * The value 0 means "absent".  Maps that share nodes are compared without visiting what they share.
 */
#ifndef SYMEX_CORE_PMAP_H
#define SYMEX_CORE_PMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"

struct pmap_pool { /* owner of the nodes, and the current epoch */
	struct arena *arena;
	uint64_t epoch;
};

/* Narrower nodes are cheaper to copy, but there are more of them on a path: 8 and 4 were slower. */
enum { PMAP_SHIFT = 4, PMAP_FANOUT = 1 << PMAP_SHIFT };

/* Open only to symex/core/canon.c, which numbers whole subtrees. */
struct pmap_node {
	uint64_t epoch;
	uint32_t canon; /* canonical number of the subtree + 1; 0: not computed */
	union {
		struct pmap_node *child[PMAP_FANOUT];
		uint64_t value[PMAP_FANOUT]; /* at level 0 */
	};
};

struct pmap {
	struct pmap_node *root; /* NULL: empty */
	uint32_t height;        /* levels below the root; keys < 16^(height + 1) */
};

static inline void pmap_snapshot(struct pmap_pool *pool) {
	pool->epoch++;
}

uint64_t pmap_get(const struct pmap *, uint32_t key);
void pmap_set(struct pmap_pool *, struct pmap *, uint32_t key, uint64_t value);

/* The first present key >= 'from' (the last one <= 'from'); false: none. */
bool pmap_next(const struct pmap *, uint32_t from, uint32_t *key, uint64_t *value);
bool pmap_prev(const struct pmap *, uint32_t from, uint32_t *key, uint64_t *value);

/* Calls 'each' for every key whose values differ, in ascending order. */
void pmap_diff(const struct pmap *a, const struct pmap *b,
               void (*each)(void *context, uint32_t key, uint64_t in_a, uint64_t in_b),
               void *context);

#endif
