/* symex/core/rounds.h -- how often the loops of a frame were gone round, kept in its registers.
 *
 * Four registers a loop: the rounds that count for its bound, the state's activity at the last one,
 * all rounds, and how many threads there were at the last one.
 */
#ifndef SYMEX_CORE_ROUNDS_H
#define SYMEX_CORE_ROUNDS_H

#include "symex/core/state.h"

enum loop_register { ROUNDS_COUNTED, ROUNDS_ACTIVITY, ROUNDS_ALL, ROUNDS_THREADS };

uint32_t rounds_get(const struct state *, const struct frame *, uint32_t loop, enum loop_register);
void rounds_set(struct symex *, struct state *, uint32_t loop, enum loop_register,
                uint32_t n); /* of the running frame */

#endif
