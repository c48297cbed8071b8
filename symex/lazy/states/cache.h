/* symex/lazy/states/cache.h -- the visited states, and what each visit explored.
 *
 * A state is its number (symex/core/canon.h): two states have the same one only if they are equal
 * up to the names of objects and the numbers of threads (renaming.h, symmetry.h).  What a visit
 * explores depends on the state, on what is left of the bounds, and on the sleep set.  A visit
 * covers a later one of the same state if it had at least as much of every budget and a sleep set
 * that is a subset of the later one.  A visit below which no bound cut anything covers all budgets,
 * so a later search with greater bounds does not repeat it.
 *
 * A visit counts from its beginning, so a state that recurs on the path being explored is found,
 * and a loop over finitely many states ends.  A visit that is abandoned is removed; the finished
 * visits below it stay, so the search can be resumed.
 *
 * Loops are unwound in iterations of deepening, which may take turns.  A visit below which a loop
 * was cut counts only in its iteration (cache_begin_iteration), and only for states with the same
 * loop counters.  If no loop was cut, loop counters do not matter: a loop that returns to its state
 * needs no further unwinding.
 *
 * A loop that the user bounds has to be cut, or reported, after as many iterations as given.  If
 * fewer were left at some iteration below a visit, there would be a cut from a state whose counters
 * are greater by as many.  So a finished visit covers states whose counters of such loops exceed
 * its own by less than were left, and states with smaller ones, but only if no such loop was cut.
 */
#ifndef SYMEX_LAZY_STATES_CACHE_H
#define SYMEX_LAZY_STATES_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symex/core/canon.h"

struct budget { /* what is left of each bound; UINT32_MAX: unbounded */
	uint32_t context, preemption, decision;
};

struct visit {
	struct budget budget;
	uint32_t next;       /* visit of the same state; 0: none */
	uint32_t iteration;  /* of deepening, in which the visit counts; 0: in all */
	uint32_t iterations; /* number of the loop counters of the state: struct loop_iterations */
	uint32_t used_up;    /* once finished: as of struct subtree_outcome */
	uint64_t sleep_set;  /* threads by bit, in the order of the key (symmetry.h) */
	uint32_t summary;    /* once finished: set of the footprints of all steps below */
	uint32_t renaming;   /* of the objects in the summary (renaming.h) */
	uint32_t
	    serials;    /* how many names each thread had used: a list of t->keys.canon; 0: not known */
	uint32_t wp;    /* precondition (precondition.h), a set of conditions */
	uint32_t depth; /* until then: of the node on the path */
	bool finished;
	bool cut, too_short; /* as of cache_finish */
};

/* The number of loop counters is that of a list of threads, in the order of the key, each with the
 * number of a list of these, for the loops that it is in. */
struct loop_iterations {
	uint32_t frame, loop, iterations, by_user; /* by_user: the user bounds the loop */
};

struct cache;
struct cache *cache_open(const struct canon *);
void cache_close(struct cache *);
size_t cache_bytes(const struct cache *);  /* memory in use */
size_t cache_states(const struct cache *); /* different states visited */

/* A visit that covers this one, perhaps not finished; 0: none.  'sleep_set' has a bit per thread;
 * threads from 64 on are never in it. */
uint32_t cache_find(const struct cache *, uint32_t state, struct budget, uint64_t sleep_set,
                    uint32_t iterations);
/* A visit that begins, and its entry in the cache. */
struct visit cache_begin(const struct cache *, struct budget, uint64_t sleep_set,
                         uint32_t iterations, uint32_t depth);
uint32_t cache_add(struct cache *, uint32_t state, const struct visit *);
/* cut: a bound of schedules excluded a choice; too_short: a loop was cut. */
void cache_finish(struct cache *, uint32_t visit, uint32_t summary, bool cut, bool too_short,
                  uint32_t used_up);
void cache_set_wp(struct cache *, uint32_t visit, uint32_t wp);
void cache_abandon(struct cache *, uint32_t state, uint32_t visit);
void cache_forget(struct cache *); /* removes all visits */
/* Removes those that are finished with this summary. */
void cache_forget_summary(struct cache *, uint32_t summary);
/* Loops are unwound as far as this iteration has it from now on.  'others': bits of the other
 * iterations that will come again, up to 63; the visits that count only in the rest are dropped. */
void cache_begin_iteration(struct cache *, uint32_t iteration, uint64_t others);
const struct visit *cache_at(const struct cache *, uint32_t visit);
/* visit.used_up, for a state with these loop counters that the visit covers. */
uint32_t cache_used_up(const struct cache *, const struct visit *, uint32_t iterations);

/* The same for visits that are kept elsewhere (summary.h): their end, and whether the first covers
 * the second. */
void visit_finish(struct visit *, uint32_t summary, bool cut, bool too_short, uint32_t used_up);
bool cache_covers(const struct cache *, const struct visit *, const struct visit *later);

#endif
