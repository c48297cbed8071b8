/* report/files/sarif.h -- the results as SARIF 2.1.0, for code scanning services and viewers.
 *
 * One SARIF run for the whole command: a result for each violated property, an invocation for each
 * of our runs with a notification for whatever kept it from looking at everything.  A
 * counterexample is a code flow with one thread flow per thread; executionOrder says how they
 * interleave.
 *
 * Services keep 25 000 results and 1 000 steps of each: beyond that, steps are left out here, the
 * least important ones first.
 */
#ifndef REPORT_FILES_SARIF_H
#define REPORT_FILES_SARIF_H

#include <stdio.h>

#include "result/result.h"

void report_sarif(FILE *, const struct results *);

#endif
