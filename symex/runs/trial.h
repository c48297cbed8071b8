/* symex/runs/trial.h -- a few short runs, for engines that want to compare with them what they
 * claim: where runs come, and that they violate nothing.  Nothing is reported. */
#ifndef SYMEX_RUNS_TRIAL_H
#define SYMEX_RUNS_TRIAL_H

#include "symex/core/execution.h"

/* A hook of symex.trial_runs. */
const char *trial_runs(struct symex *, trial_visit *, void *context);

#endif
