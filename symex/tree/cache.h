/* symex/tree/cache.h -- which states were visited, and how thoroughly: the exact state cache.
 *
 * A state is its number (symex/canon.h), so nothing is ever mistaken for something else.  What is
 * explored from a state depends on what is left of the bounds and on the threads that sleep there:
 * a visit with at least as much of every budget and no thread asleep that is awake now explored
 * everything that this one would.
 *
 * A visit counts from its beginning, so a state that recurs on the path being explored is SEEN, and
 * a loop over finitely many states comes to an end.  What an unfinished visit has not explored yet
 * it still will; whoever gives up a visit half-way must not use what the cache says afterwards
 * without a gap.
 */
#ifndef SYMEX_TREE_CACHE_H
#define SYMEX_TREE_CACHE_H

#include <stddef.h>
#include <stdint.h>

struct budget { /* what is left of each bound; UINT32_MAX: unbounded */
	uint32_t context, preemption, decision;
};

enum cache_answer { CACHE_NEW, CACHE_SEEN };

struct cache;
struct cache *cache_open(void);
void cache_close(struct cache *);
size_t cache_bytes(const struct cache *);  /* memory in use */
size_t cache_states(const struct cache *); /* different states visited */

/* NEW: the caller explores the state.  'sleeping' is a set of threads by bit; threads from 64 on
 * never sleep.  Requires state >= 1. */
enum cache_answer cache_visit(struct cache *, uint32_t state, struct budget, uint64_t sleeping);

#endif
