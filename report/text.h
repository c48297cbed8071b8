/* report/text.h -- the result as a person reads it in a terminal, and an editor in its error list.
 *
 *   a.c:7:2: error: assertion x > 0 [assertion]
 *   a.c:3:6: note: input x = -1
 *   a.c:5:4: note: y = 4
 *
 *   VERIFICATION FAILED
 *
 * With several threads each step names its own, and a line marks where another goes on:
 *
 *   a.c:7:2: error: assertion x == 2 [assertion]
 *     2 threads (main, T1 inc), 2 context switches
 *   a.c:5:4: note: main: create T1 inc
 *   ---- T1 inc ----
 *   a.c:2:4: note: T1 inc: x = 1 (was 0)
 *   ---- main ----
 *
 * The verdict line is the last one, and there is exactly one.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"
#include "util/options.h"

struct text_config {
	bool colour;
	bool verbose;        /* branches, returns, assumptions and what happens inside models too */
	bool result_only;    /* nothing but the verdict line */
	bool multi_property; /* a line for each property and their count */
	bool no_verdict;     /* several runs: their verdicts are told by report/summary.h */
	enum trace_mode trace;
	unsigned width; /* of the terminal; COLUMNS falls back to lines when it is too narrow */
};

void report_text(FILE *, const struct result *, const struct text_config *);
void report_verdict(FILE *, const char *line, enum verdict, bool colour);

#endif
