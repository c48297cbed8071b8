/* symex/lazy/cache.h -- the visited states, and what each visit explored.
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
 * Loops are unwound in rounds of deepening, which may take turns.  A visit below which a loop was
 * cut counts only in its round (cache_begin_round), and only for states with the same loop
 * counters.  If no loop was cut, loop counters do not matter: a loop that returns to its state
 * needs no further unwinding.
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
	uint32_t next;      /* visit of the same state; 0: none */
	uint32_t round;     /* of deepening, in which the visit counts; 0: in all */
	uint32_t rounds;    /* number of the loop counters of the state */
	uint64_t sleep_set; /* threads by bit, in the order of the key (symmetry.h) */
	uint32_t summary;   /* once finished: set of the footprints of all steps below */
	uint32_t renaming;  /* of the objects in the summary (renaming.h) */
	uint32_t serials;   /* how many names each thread had used: a list of t->canon; 0: not known */
	uint32_t wp;        /* precondition (precondition.h), a set of conditions */
	uint32_t depth;     /* until then: of the node on the path */
	bool finished;
	bool cut, too_short; /* as of cache_finish */
};

struct cache;
struct cache *cache_open(void);
void cache_close(struct cache *);
size_t cache_bytes(const struct cache *);  /* memory in use */
size_t cache_states(const struct cache *); /* different states visited */

/* A visit that covers this one, perhaps not finished; 0: none.  'sleep_set' has a bit per thread;
 * threads from 64 on are never in it. */
uint32_t cache_find(const struct cache *, uint32_t state, struct budget, uint64_t sleep_set,
                    uint32_t rounds);
/* A visit that begins, and its entry in the cache. */
struct visit cache_begin(const struct cache *, struct budget, uint64_t sleep_set, uint32_t rounds,
                         uint32_t depth);
uint32_t cache_add(struct cache *, uint32_t state, const struct visit *);
/* cut: a bound of schedules excluded a choice; too_short: a loop was cut. */
void cache_finish(struct cache *, uint32_t visit, uint32_t summary, bool cut, bool too_short);
void cache_set_wp(struct cache *, uint32_t visit, uint32_t wp);
void cache_abandon(struct cache *, uint32_t state, uint32_t visit);
/* The user bounds loops, so a visit counts only for states with the same loop counters. */
void cache_count_rounds(struct cache *, bool);
void cache_forget(struct cache *); /* removes all visits */
/* Loops are unwound as far as this round has it from now on.  'others': bits of the other rounds
 * that will come again, up to 63; the visits that count only in the rest are dropped. */
void cache_begin_round(struct cache *, uint32_t round, uint64_t others);
const struct visit *cache_at(const struct cache *, uint32_t visit);

/* The same for visits that are kept elsewhere (summary.h): their end, and whether the first covers
 * the second. */
void visit_finish(struct visit *, uint32_t summary, bool cut, bool too_short);
bool cache_covers(const struct cache *, const struct visit *, const struct visit *later);

#endif
