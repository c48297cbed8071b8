/* symex/explore/race.h -- data races in a state: pairs of accesses that threads are about to make.
 */
#ifndef SYMEX_EXPLORE_RACE_H
#define SYMEX_EXPLORE_RACE_H

#include "symex/core/state.h"

#define ANY_RACE UINT32_MAX

/* Pairs with the running thread: only these are new after its step. */
void race_check(struct symex *, struct state *);
/* Pairs between the running threads of two states, if 'when' holds. */
void race_check_with(struct symex *, struct state *, struct state *other, term when);
/* In a concrete execution: is there the race that the property is about? */
void race_confirm(struct symex *, struct state *, uint32_t property);

#endif
