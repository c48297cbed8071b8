/* report/base/svcomp.h -- verdicts in the words of SV-COMP.
 *
 * With a property file a run answers "true", "false(PROPERTY)" or "unknown", and its last line on
 * standard output is that word.  A property is spelled as in expected verdicts: "unreach-call",
 * "no-overflow", "no-data-race", "valid-free", "valid-deref", "valid-memtrack", "valid-memcleanup",
 * "termination".
 */
#ifndef REPORT_BASE_SVCOMP_H
#define REPORT_BASE_SVCOMP_H

#include <stdbool.h>
#include <stdio.h>

#include "result/result.h"

/* The property that a line "CHECK( init(main()), LTL(G ! overflow) )" states, blanks or none; NULL:
 * it is not known. */
const char *svcomp_property(const char *line);

/* After symex: the competition's reading of what was found.  What was cut keeps the verdict from
 * being SAFE, and a violation of a property that was not asked for is no verdict. */
void svcomp_judge(struct result *);

/* "true", "false(valid-deref)", "unknown". */
char *svcomp_verdict(struct arena *, const struct result *);
/* Is this verdict the expected one?  "false" is any violation, "false(valid-deref)" that one. */
bool svcomp_agrees(const char *verdict, const char *expected);
void report_svcomp(FILE *, const struct result *); /* the same as a line */

#endif
