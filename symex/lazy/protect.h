/* symex/lazy/protect.h -- memory with which no other thread interferes.
 *
 * For each location, which is a few bytes of an object, the search keeps the exclusive locks that
 * were held at every access so far (the lockset of Eraser, Savage et al., 1997).  Accesses of a
 * thread that is alone do not count, nor do those to a private object (private.h).  A location that
 * was only read needs no lock.  An instruction that has accessed only private objects and locations
 * with a lock or without a write is protected: no switch point is needed before it (tree.h says
 * why).  What is written under a lock must be in memory when the lock is released: a memory model
 * says whether it is (LOCK_PROTECTION, symex/model/shortcuts.def).
 *
 * Which instructions are protected changes only when protect_learn is called, so that all steps of
 * a search, and replays, agree on the switch points.  What was explored relies on it: if an access
 * leaves a location without both, and a protected instruction has accessed it, or accesses it
 * later, the search must begin anew, without the visits so far (protect_is_broken, protect_learn).
 *
 * Locks are reasoned about in three places, because three things follow from them: here, that a
 * switch point is not needed, from locksets of the states seen so far; in events/ (section.h,
 * protected_reads.c, exclusion.c), that an order of events is impossible, proved for all
 * executions at once; in proof/ (relation/owner.h, predicate.h), what the word of a lock says
 * about the state.
 */
#ifndef SYMEX_LAZY_PROTECT_H
#define SYMEX_LAZY_PROTECT_H

#include "symex/core/state.h"

struct protect;

struct protect *protect_open(void);
void protect_close(struct protect *);

/* Has the running thread joined all others?  That they have ended is not enough: schedules in which
 * they end later are left out as equivalent, and their accesses come in any order. */
bool protect_is_alone(const struct state *);
/* The running thread of 'st', which is not alone, accesses memory, with the instruction at its pc.
 */
void protect_access(struct protect *, struct symex *, const struct state *st, const struct access *,
                    bool is_private);
/* Has the thread accessed a private object since the last call? */
bool protect_took_private(struct protect *);

bool protect_is_broken(const struct protect *);
/* Would protect_learn change which instructions are protected? */
bool protect_has_news(const struct protect *);
/* Computes anew which instructions are protected. */
void protect_learn(struct protect *);
/* Instruction -> 1, if it is protected. */
const struct map *protect_instructions(const struct protect *);

#endif
