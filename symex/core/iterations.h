/* symex/core/iterations.h -- counters of the loops of a frame, kept in its registers.
 *
 * Each loop has six registers: the iterations that count for its bound, state.activity at the last
 * iteration, all iterations, the number of threads at the last iteration, the last iteration in
 * which a test that may end the loop was decided, and, of a loop of the library that --unwind
 * bounds, the last one in which such a test was not.  Where states are merged, they keep the
 * greater number; but of all iterations the smaller one, so each execution of the merged state has
 * made at least so many.
 */
#ifndef SYMEX_CORE_ITERATIONS_H
#define SYMEX_CORE_ITERATIONS_H

#include "symex/core/state.h"

enum loop_register {
	ITERATIONS_COUNTED,
	ITERATIONS_ACTIVITY,
	ITERATIONS_ALL,
	ITERATIONS_THREADS,
	ITERATIONS_TESTED,
	ITERATIONS_OPEN
};

uint32_t iterations_get(const struct state *, const struct frame *, uint32_t loop,
                        enum loop_register);
void iterations_set(struct symex *, struct state *, uint32_t loop, enum loop_register,
                    uint32_t n); /* of the running frame */
/* Is the instruction in the loop?  Outside, its counters mean nothing: they begin anew. */
static inline bool iterations_has(const struct loop *l, uint32_t pc) {
	return pc >= l->head && pc <= l->back;
}

#endif
