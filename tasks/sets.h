/* tasks/sets.h -- sets of tasks: a file with one pattern per line, relative to it, as SV-COMP has.
 *
 *   # comment
 *   pthread/lock-*.yml
 *
 * Each task is run by a child process, one after the other, with the options of this command; so
 * limits hold for each task, and a crash loses nothing.  A line is printed for each:
 *
 *   pthread/a.yml: true (expected true)
 *   pthread/b.yml: no-data-race: false(no-data-race) (expected true): WRONG
 *
 * For batches of hundreds of tasks there is cbmc-mt-batch: parallel, with measurements, resumable.
 */
#ifndef TASKS_SETS_H
#define TASKS_SETS_H

#include <stdbool.h>

#include "cli/options/option_table.h"

bool sets_given(const struct options *); /* is one of the inputs a set? */
/* Returns the exit code: 6 a task crashed, 10 a verdict is wrong, 5 something is not known. */
int sets_run(const struct options *, int argc, char **argv);

#endif
