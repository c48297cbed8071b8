/* cli/reports.h -- what a command tells about its runs, one after the other.
 *
 *   reports_open --> for each run of the plan: reports_add --> reports_close
 *
 * The text of a run is printed when that run has ended; files are written at the end, with all runs
 * in one document.  The last run, and a single one, is printed after limits_finish: from then on
 * nothing but the report ends the command.
 */
#ifndef CLI_REPORTS_H
#define CLI_REPORTS_H

#include "cli/session/limits.h"
#include "symex/symex.h"
#include "tasks/plan.h"

struct reports {
	const struct options *o;
	const struct plan *plan;
	struct results all;
	bool has_named; /* --confirm, to the user */
};

void reports_open(struct reports *, const struct options *, const struct plan *);
/* The next run of the plan; takes the result over. */
void reports_add(struct reports *, struct result *, const struct symex_stats *);
/* The summary of several runs and the files; returns the exit code: that of the worst run. */
int reports_close(struct reports *);

/* What the guard says if it ends the first run by force. */
const struct last_words *reports_last_words(const struct reports *);

#endif
