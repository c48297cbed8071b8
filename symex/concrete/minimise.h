/* symex/concrete/minimise.h -- a shorter counterexample, by trial.
 *
 * The counterexample is repeated as a run (retrace.h).  Then runs with changes are tried, one after
 * the other:
 *
 *   values     of a choice: zero, or a smaller one; so a thread does not wake up without a signal
 *   wake-ups   without a signal: a run without them is the better one, even if it is longer
 *   parts      a thread's turn is left out, or joined with an earlier or later one of the thread
 *
 * A change is kept if the run ends in the same violation at the same place, with fewer context
 * switches, or as many and fewer instructions, or smaller values.  What is found in the end is
 * replayed as any counterexample.  Tries, instructions and the clock of work (process/work.h) bound
 * it, so the result is the same each time.
 *
 * Values of inputs that the user has given (--inputs) stay as they are.
 *
 * Nothing changes for violations that no run ends in: loops that go on, invariants of a witness.
 * What --cover is to write is the shorter run.
 */
#ifndef SYMEX_CONCRETE_MINIMISE_H
#define SYMEX_CONCRETE_MINIMISE_H

#include "symex/core/execution.h"

/* A hook of symex.minimise. */
bool minimise_counterexample(struct symex *, struct model *, const struct vc *,
                             struct trace *shorter);

#endif
