/* report/text/github.h -- the results as workflow commands of GitHub Actions: annotations of the
 * lines.
 *
 *   ::error file=a.c,line=9,col=3,title=assertion::assertion 'x == 2' fails
 *
 * Violations are errors, the other positions of races and deadlocks and the inputs notices, a run
 * without a verdict a warning (or an error, if it ended with one).
 */
#ifndef REPORT_TEXT_GITHUB_H
#define REPORT_TEXT_GITHUB_H

#include <stdio.h>

#include "result/result.h"

void report_github(FILE *, const struct result *);

#endif
