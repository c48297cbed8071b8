/* tasks/confirm/confirm.h -- --confirm: does the compiled program show the violation?
 *
 * The search writes the runs of its counterexamples as tests into a temporary folder.  Of each
 * violation a harness is made (tasks/confirm/harness.h), built in the ways that can show it
 * (tasks/confirm/confirm_judge.h), and run with limits (process/sandbox.h).  What it has shown is
 * compared with the report; only the same kind of violation at the same place confirms it.
 *
 *   confirm_open --> confirm_tests for each run, before its search --> confirm_run after it -->
 *   confirm_close
 *
 * This executes the program, so nothing of it happens without the option.
 */
#ifndef TASKS_CONFIRM_CONFIRM_H
#define TASKS_CONFIRM_CONFIRM_H

#include "cli/options/config.h"
#include "result/result.h"
#include "tasks/verify.h"

struct confirming; /* NULL: not asked for */

/* Is it a violation that a run could show? */
bool confirm_applies(const struct property_result *);
/* Makes the temporary folder, for --confirm and --harness; NULL: neither is given. */
struct confirming *confirm_open(const struct options *);
/* The folder for the tests of the next run; NULL is allowed and returned. */
const char *confirm_tests(struct confirming *);
/* A counterexample of the event engine has no run.  If the violation is there in an interleaving,
 * which is searched for in a process of its own, that becomes the result.  end: of the time
 * (stats_wall_seconds), 0: none. */
void confirm_find_run(struct confirming *, const struct verification *, struct result *,
                      double end);
/* Sets 'confirmation' of each violation, if --confirm is given. */
void confirm_run(struct confirming *, const struct config *, struct result *, double end);
void confirm_close(struct confirming *); /* removes the folder; NULL is allowed */

#endif
