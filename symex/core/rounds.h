/* symex/core/rounds.h -- counters of the loops of a frame, kept in its registers.
 *
 * Each loop has five registers: the rounds that count for its bound, state.activity at the last
 * round, all rounds, the number of threads at the last round, and the last round in which a test
 * that may end the loop was decided.  Where states are merged, they
 * keep the greater number; but of all rounds the smaller one, so each execution of the merged state
 * has made at least so many.
 */
#ifndef SYMEX_CORE_ROUNDS_H
#define SYMEX_CORE_ROUNDS_H

#include "symex/core/state.h"

enum loop_register { ROUNDS_COUNTED, ROUNDS_ACTIVITY, ROUNDS_ALL, ROUNDS_THREADS, ROUNDS_TESTED };

uint32_t rounds_get(const struct state *, const struct frame *, uint32_t loop, enum loop_register);
void rounds_set(struct symex *, struct state *, uint32_t loop, enum loop_register,
                uint32_t n); /* of the running frame */
/* Is the instruction in the loop?  Outside, its counters mean nothing: they begin anew. */
static inline bool rounds_has(const struct loop *l, uint32_t pc) {
	return pc >= l->head && pc <= l->back;
}

#endif
