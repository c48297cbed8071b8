/* report/text/text.h -- the result as a person reads it in a terminal, and an editor in its error
 * list.
 *
 *   lost.c:9:3: error: assertion 'x == 2' fails [assertion]
 *       9 |   assert(x == 2);
 *         |   ^~~~~~~~~~~~~~
 *     no inputs; 3 threads, 2 context switches, 6 steps; replayed
 *
 *     step  main                   T1 inc              values
 *        1  create T1    lost.c:6
 *        2                         x++ ...  lost.c:4   x is 0
 *   ...
 *   VERIFICATION FAILED
 *
 * Notes with positions follow the error: both sides of a race, who waits for what, inputs.  Then
 * the steps, side by side or one note each (report/text/trace.h).
 *
 * The verdict line is the last one, and there is exactly one.
 */
#ifndef REPORT_TEXT_TEXT_H
#define REPORT_TEXT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/text/trace.h"
#include "result/result.h"

struct text_config {
	bool colour;
	bool verbose;        /* TRACE_FULL: inside models, too; all properties */
	bool result_only;    /* nothing but the verdict line */
	bool multi_property; /* a line for each property and their count */
	bool invariants;     /* those of a proof, too */
	bool no_verdict;     /* several runs: their verdicts are told by report/text/summary.h */
	enum trace_mode trace;
	enum trace_layout layout;
	unsigned width; /* of the terminal; 0: unknown, so no columns unless they are asked for */
};

void report_text(FILE *, const struct result *, const struct text_config *);
void report_verdict(FILE *, const char *line, enum verdict, bool colour);

#endif
