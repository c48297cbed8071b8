/* symex/replay/spins.h -- the end of a replay in which no thread gets on: those that have not ended
 * wait, or spin.
 *
 * Each thread that spins makes one round of its loop, from where it is back to there.  If then all
 * threads and all memory are as before, the rounds can go on for ever, and each thread moves in
 * them: the execution is fair.
 */
#ifndef SYMEX_REPLAY_SPINS_H
#define SYMEX_REPLAY_SPINS_H

#include "symex/core/state.h"

/* Reports the violation of liveness in 'st', the last state of the plan, if it is one.  By thread:
 * its status (explore/enabled.h), and whether it spins.  'run' runs a thread until it stops. */
void spins_check(struct symex *, struct state *st, const uint8_t *status, const bool *spins,
                 bool (*run)(struct symex *, struct state *, uint32_t tid));
/* Does the running thread stop here, since its round is over? */
bool spins_stop(struct symex *, const struct state *, bool resumed);

#endif
