/* symex/step/loop.h -- iterations of loops: jumps, counters and bounds. */
#ifndef SYMEX_STEP_LOOP_H
#define SYMEX_STEP_LOOP_H

#include "symex/core/state.h"

/* Moves 'st' to instruction 'to' of its function; false: a loop bound cuts the
 * path. */
bool step_jump(struct symex *, struct state *st, uint32_t to);
/* The conditional jump at st->pc is decided: notes the loops that it would have left otherwise. */
void step_tested(struct symex *, struct state *st, const struct ins *, bool taken);
/* It is not decided: notes, in the library and with --unwind, the loops that it may leave. */
void step_undecided(struct symex *, struct state *st, const struct ins *);
/* Of a loop of the library that --unwind bounds: iterations that inputs have decided on; else 0. */
uint32_t step_open_iterations(const struct state *, const struct frame *, uint32_t loop);
bool step_is_loop_head(struct symex *, const struct state *st); /* a loop begins at st->pc */
/* The bound of a loop of 'f' with this id, or of the recursive function 'f'.  *by_user: an option
 * sets it; otherwise deepening does. */
uint32_t step_bound(const struct symex *, uint32_t tid, const struct function *f, const char *id,
                    bool *by_user);
/* Cuts a loop, or a recursion (l is NULL), after so many iterations or calls.  true: go on behind
 * it.
 */
bool step_cut(struct symex *, struct state *st, const struct loop *l, const char *id,
              uint32_t bound, uint32_t iterations, bool by_user);
/* Moves 'st' to 'to', and resets the counters of loops that are entered there.  false: the path
 * ends. */
bool step_arrive(struct symex *, struct state *st, uint32_t to);

#endif
