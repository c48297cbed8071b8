/* tasks/survey/survey.h -- --survey: every function of a project as an entry, with a small budget
 * each.
 *
 *   sources --> what they define (survey_graph) --> runs (survey_run): each function, sequences of
 *   calls (survey_sequence) --> findings (survey_rank), callers are asked, more runs --> reports
 */
#ifndef TASKS_SURVEY_SURVEY_H
#define TASKS_SURVEY_SURVEY_H

#include "cli/options/option_table.h"

/* run: makes the runs of such options, with reports and limits, and returns the exit code; called
 * in a process of its own.  Returns the exit code of the survey. */
int survey_run(const struct options *, const char *command,
               int (*run)(struct options *, const char *command));

#endif
