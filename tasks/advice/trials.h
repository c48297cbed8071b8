/* tasks/advice/trials.h -- advice that was tried.
 *
 * A search that ends with its time leaves a tenth of it (limits_start).  In that, options that
 * might help (tasks/advice/trial_options.h) are tried, each in a process of its own, and what they
 * decide becomes the advice of the result.  A violation that another bound finds is one of the
 * program: it becomes the verdict.  If no option decides anything, smaller programs are tried
 * (tasks/advice/smaller.h), of which only what holds is told.
 */
#ifndef TASKS_ADVICE_TRIALS_H
#define TASKS_ADVICE_TRIALS_H

#include "tasks/verify.h"

/* Do trials make sense for such a command?  Then its search is to leave them time. */
bool trials_wanted(const struct options *, size_t runs);
/* After a search that has not decided: in the time that it has left. */
void trials_advise(const struct verification *, struct result *);
/* end: of the time (stats_wall_seconds). */
void trials_run(const struct verification *, struct result *, const struct search_progress *,
                double end);

#endif
