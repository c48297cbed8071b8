/* symex/lazy/cache.h -- which states were visited, how thoroughly, and what came of it.
 *
 * A state is its number (symex/core/canon.h), so nothing is ever mistaken for something else.  What
 * is explored from a state depends on what is left of the bounds and on the threads that sleep
 * there: a visit with at least as much of every budget and no thread asleep that is awake now
 * explored everything that this one would.  A visit from which no bound cut anything off is as good
 * as one without bounds, so what deepening has finished once it never explores again.
 *
 * A visit counts from its beginning, so a state that recurs on the path being explored is found,
 * and a loop over finitely many states comes to an end.  A visit that is given up half-way is taken
 * out again; what was finished below it stays known, so the search can be taken up again later.
 *
 * Where deepening cut a loop, a visit is good only for the round that cut it (cache_begin_round),
 * and for states whose loops have come as far; where nothing was cut, how far they are does not
 * matter. So a loop that comes back to its state need not be unwound any further.
 */
#ifndef SYMEX_LAZY_CACHE_H
#define SYMEX_LAZY_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget { /* what is left of each bound; UINT32_MAX: unbounded */
	uint32_t context, preemption, decision;
};

struct visit {
	struct budget budget;
	uint32_t next;   /* of the same state; 0: none */
	uint32_t round;  /* of unwinding, in which it counts; 0: in all */
	uint32_t rounds; /* how far the loops of the state were */
	uint64_t sleeping;
	uint32_t summary; /* of everything below, once finished */
	uint32_t depth;   /* where it is on the path, until then */
	bool finished, cut, too_short;
};

struct cache;
struct cache *cache_open(void);
void cache_close(struct cache *);
size_t cache_bytes(const struct cache *);  /* memory in use */
size_t cache_states(const struct cache *); /* different states visited */

/* A visit that explored, or still explores, everything that this one would; 0: none.  'sleeping' is
 * a set of threads by bit; threads from 64 on never sleep. */
uint32_t cache_find(const struct cache *, uint32_t state, struct budget, uint64_t sleeping,
                    uint32_t rounds);
uint32_t cache_add(struct cache *, uint32_t state, struct budget, uint64_t sleeping,
                   uint32_t rounds, uint32_t depth);
/* cut: a bound of schedules ruled something out; too_short: a bound of loops did. */
void cache_finish(struct cache *, uint32_t visit, uint32_t summary, bool cut, bool too_short);
void cache_give_up(struct cache *, uint32_t state, uint32_t visit);
/* The user bounds loops, so visits count for states whose loops are as far and for no other. */
void cache_count_rounds(struct cache *, bool);
void cache_forget(struct cache *);      /* all visits */
void cache_begin_round(struct cache *); /* loops are unwound deeper from now on */
const struct visit *cache_at(const struct cache *, uint32_t visit);

#endif
