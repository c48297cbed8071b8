/* tasks/survey/survey_run.h -- runs of the program in processes of their own, each with a small
 * budget.
 *
 * A process is a fork of this one with options of its own; it hands its result back through a file
 * in memory.  The budget counts processor time of the process and of all that it starts, so that a
 * busy machine finds what an idle one finds; ten times as much may pass on the clock.  A run over
 * its budget is asked to end, and hands back what it knows.
 *
 * A run ends with its first violation.  What it has found is skipped, and the run is made again,
 * until it finds no more or the budget is used up: what was found early is not lost with what is
 * hard.
 *
 * With a journal (process/journal.h) each finished run is kept; a run whose key is in it is not
 * made again.
 */
#ifndef TASKS_SURVEY_SURVEY_RUN_H
#define TASKS_SURVEY_SURVEY_RUN_H

#include <signal.h>

#include "cli/options/option_table.h"
#include "process/journal.h"
#include "result/result.h"

struct survey_task {
	const char *key;   /* what the result depends on, as a hash: for the journal */
	const char *label; /* for the progress line */
	struct options o;  /* of the run */
	double budget;     /* times that of the pool; 0: once */
	/* Filled by survey_tasks_run. */
	bool is_done;
	struct result *result;                 /* the last one; NULL: none, 'wrong' says why */
	VEC(struct result *) found;            /* those with a violation */
	struct text_list skip, assertion, all; /* what they have found; all: what is skipped */
	size_t attempts;
	/* What was found is assumed not to happen.  If nothing else is found then, executions go on
	 * behind assertions that fail: the findings from 'behind' on may be consequences of it. */
	bool goes_on;
	size_t behind;
	const char *wrong;
	bool is_bug, is_over; /* our own mistake; the budget or the whole time ended it */
	double seconds;       /* of processor time */
};

struct survey_pool {
	unsigned jobs;
	double budget;   /* processor time of a run */
	double deadline; /* on the clock of stats_wall_seconds; 0: none */
	const volatile int *stop;
	bool shows_progress;
	struct journal *journal; /* or NULL */
	int (*run)(struct options *, const char *command);
	/* Counted over all calls. */
	size_t done, all, findings;
};

/* Works off the tasks that are not done, in their order.  Those that are not reached stay as they
 * are. */
void survey_tasks_run(struct survey_pool *, struct survey_task **, size_t n);
void survey_task_free(struct survey_task *);

#endif
