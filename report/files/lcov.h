/* report/files/lcov.h -- the lines and branches that runs have executed, as lcov's tracefile: what
 * genhtml and editors that show coverage beside the source read (man 1 geninfo, "FILES").
 *
 * A record per source file.  The count of a line is the largest one of its instructions.  The
 * branches of a conditional jump are 0, its condition was true, and 1, it was false.  A run without
 * coverage writes nothing.
 */
#ifndef REPORT_FILES_LCOV_H
#define REPORT_FILES_LCOV_H

#include <stdio.h>

#include "result/result.h"

void report_lcov(FILE *, const struct results *);

#endif
