/* cli/session/limits.h -- a run ends when it must: time, memory, SIGINT, SIGTERM.
 *
 * A guard thread waits for signals and watches the limits.  It first asks symex to stop, which then
 * ends with the usual report.  If the run has not ended 0.8 seconds later, whatever the solver or
 * the compiler library are doing, the guard prints the verdict UNKNOWN itself, with what the search
 * has established (result/search_progress.h), and ends the process.
 *
 *   limits_start --> the run --> limits_finish --> report
 *
 * With several runs, all but the last are reported between limits_hold and limits_release.
 *
 * Invariant: who prints the verdict line has won the one claim on it, so there is exactly one.
 * Signals are blocked in every thread but the guard's; a child process must unblock them.
 */
#ifndef CLI_SESSION_LIMITS_H
#define CLI_SESSION_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "result/result.h"

struct limits {
	double seconds;        /* of the whole run; 0: none */
	double search_seconds; /* of its search: the rest is for what limits_go_on begins; 0: all */
	uint64_t bytes;        /* resident; 0: none */
	bool stats;            /* print the statistics when the guard ends the run */
};

/* What the guard says when it ends the run by force, and the exit code.  Every REASON in the text
 * stands for why.  Must live for ever. */
#define REASON "\1"
#define ENDING "\2" /* stands for what the run at work has established, and so on: lines */
struct last_words {
	const char *text;
	int code;
};

void limits_start(const struct limits *, const struct last_words *);
void limits_last_words(const struct last_words *); /* others from here on */
/* Several runs are reported one after the other: while a report is held the guard waits with its
 * last words, for a moment.  Does not return if the guard was first. */
void limits_hold(void);
void limits_release(void);
/* Claims the verdict line: from here on nothing ends the run.  Does not return if the guard was
 * first. */
void limits_finish(void);
/* The search was asked to stop, has stopped, and something else begins.  false: the end has come.
 */
bool limits_go_on(void);
/* Why the run was asked to stop; NULL: it was not. */
const char *limits_reason(enum gap_kind *);
/* The same for a result, in which symex has only said the kind. */
void limits_add_reason(struct result *);

#endif
