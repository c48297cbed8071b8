/* symex/runs/minimise.h -- a shorter counterexample, by trial.
 *
 * The counterexample is repeated as a run (retrace.h).  Then runs with changes are tried, one after
 * the other:
 *
 *   values     of a choice: zero, or a smaller one; so a thread does not wake up without a signal
 *   parts      a thread's turn is left out, or joined with an earlier or later one of the thread
 *
 * A change is kept if the run ends in the same violation at the same place, with fewer context
 * switches, or as many and fewer instructions, or smaller values.  What is found in the end is
 * replayed as any counterexample.  Tries, instructions and the clock of work (util/work.h) bound
 * it, so the result is the same each time.
 *
 * Nothing changes where runs cannot do what the program does: with handlers of signals, and for
 * violations that only some strategies look for (lock orders, atomicity, loops).
 */
#ifndef SYMEX_RUNS_MINIMISE_H
#define SYMEX_RUNS_MINIMISE_H

#include "symex/core/execution.h"

/* A hook of symex.minimise. */
bool minimise_counterexample(struct symex *, struct model *, const struct vc *,
                             struct trace *shorter);

#endif
