/* symex/concrete/trial.h -- a few short runs, for engines that want to compare with them what they
 * claim: where runs come, and that they violate nothing.  Nothing is reported. */
#ifndef SYMEX_CONCRETE_TRIAL_H
#define SYMEX_CONCRETE_TRIAL_H

#include "symex/concrete/concrete.h"

/* The text of a property that one of the runs violates, or NULL. */
const char *trial_runs(struct symex *, trial_visit *, void *context);

#endif
