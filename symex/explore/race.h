/* symex/explore/race.h -- data races of a state: pairs of conflicting next accesses.
 *
 * This is the definition for executions that are interleavings; a memory model with others has its
 * own (symex/model/README.md).
 *
 * The same definition has two more forms, since an engine without states has no next accesses:
 * events/encode/events_race.c states it over the order of nodes, proof/relation/proof_race.h over
 * two control points of the relation.
 */
#ifndef SYMEX_EXPLORE_RACE_H
#define SYMEX_EXPLORE_RACE_H

#include "symex/core/state.h"

struct next_access;

/* The property that two accesses do not race.  There is one per pair of instructions, so that a
 * replay, where pointers are constants, finds the same one. */
uint32_t race_property(struct symex *, const struct function *, struct loc,
                       const struct next_access *, const struct next_access *);

#define ANY_RACE UINT32_MAX

/* Checks the pairs with the running thread: only these are new after its step. */
void race_check(struct symex *, struct state *);
/* Checks the pairs between the running threads of two states, under the condition 'when'. */
void race_check_with(struct symex *, struct state *, struct state *other, term when);
/* In a concrete execution: checks all pairs for the race of this property. */
void race_confirm(struct symex *, struct state *, uint32_t property);

#endif
