/* tasks/fix.h -- --fix: changes of the source with which the program is proved to hold.
 *
 * Candidates come from the cause of the violation (fix/candidate.h).  For each, the whole program
 * with the changed text is verified in a process of its own (tasks/fix_prove.h).  What was proved
 * is reported as a diff, the smallest first; what was not is only counted.
 */
#ifndef TASKS_FIX_H
#define TASKS_FIX_H

#include "tasks/verify.h"

/* Fills result.fixes, if the verdict is UNSAFE.  seconds: that the search has taken; end: of the
 * time (stats_wall_seconds), 0: none. */
void fix_run(const struct verification *, struct result *, double seconds, double end);

#endif
