/* report/files/junit.h -- the results as JUnit XML, which every CI system shows.
 *
 * A run is a test suite, a property a test case that it is never violated: violated ones fail, with
 * the text of the report; those that hold pass; those that nothing is known about are skipped.
 * Without --multi-property the search ends with the first violation, and what it left undecided is
 * not listed.  A run without a verdict has a case 'verdict' that is an error, so that no build is
 * green for want of an answer; one without properties has the same case, and it passes.
 */
#ifndef REPORT_FILES_JUNIT_H
#define REPORT_FILES_JUNIT_H

#include <stdio.h>

#include "result/result.h"

void report_junit(FILE *, const struct results *);

#endif
