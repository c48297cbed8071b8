/* symex/lazy/states/protect.h -- memory with which no other thread interferes.
 *
 * Sections.  An atomic section of a model, such as that in which a mutex is released, is protected
 * like a single instruction if all that it accesses is, and if what it does otherwise is nothing
 * but to release locks.  The words of a mutex are protected by the mutex itself: a thread that
 * locks it accesses them in a section that waits for the mutex, which is disabled while another
 * thread holds it, and counts as holding it; a thread that unlocks it holds it.  An attempt to lock
 * it that fails accesses them without, and ends the protection.  tree.h says why no switch is
 * needed before a release.
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
#ifndef SYMEX_LAZY_STATES_PROTECT_H
#define SYMEX_LAZY_STATES_PROTECT_H

#include "symex/core/state.h"

struct protect;

struct protect *protect_open(void);
void protect_close(struct protect *);

/* Has the running thread joined all others?  That they have ended is not enough: schedules in which
 * they end later are left out as equivalent, and their accesses come in any order. */
bool protect_is_alone(const struct state *);
/* The running thread of 'st', which is not alone, accesses memory, with the instruction at its pc.
 */
void protect_access(struct protect *, struct symex *, struct state *st, const struct access *,
                    bool is_private);
/* The thread executes an instruction in the atomic section of 'st'. */
void protect_runs(struct protect *, struct symex *, const struct state *st);
/* Has the thread accessed a private object since the last call? */
bool protect_took_private(struct protect *);

bool protect_is_broken(const struct protect *);
/* Would protect_learn change which instructions are protected? */
bool protect_has_news(const struct protect *);
/* Computes anew which instructions are protected. */
void protect_learn(struct protect *);
/* Instruction -> 1, if it is protected; with those where protected sections begin, or without. */
const struct map *protect_instructions(const struct protect *, bool sections);

#endif
