/* symex/step/step.h -- the semantics of instructions, in one switch.
 *
 * step executes the instruction at st->pc and returns false if the path ends there.  An undecided
 * branch forks the state: 'st' goes one way, and the engine enqueues a copy that goes the other.
 * When the running thread ends, st->frame becomes NULL.
 */
#ifndef SYMEX_STEP_STEP_H
#define SYMEX_STEP_STEP_H

#include "symex/step/value/eval.h"

bool step(struct symex *, struct state *st);
/* Does an instruction of the function count for --depth?  Those of the user's functions do; those
 * of models and of the initialisation of static storage do not. */
bool step_counts(const struct symex *, const struct function *);

#endif
