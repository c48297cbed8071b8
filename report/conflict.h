/* report/conflict.h -- a counterexample that several threads share the blame for: who waits for
 * whom in a deadlock, who holds which lock, which two accesses race. */
#ifndef REPORT_CONFLICT_H
#define REPORT_CONFLICT_H

#include "report/paint.h"
#include "report/result.h"

/* What a deadlock comes to: "T1 a and T2 b wait for each other"; NULL: nobody waits. */
const char *conflict_summary(struct arena *, const struct cex *);

/* Notes with places and their source lines, except for the place that was shown just before;
 * nothing if the violation is of another kind. */
void report_conflict(const struct paint *, const struct cex *, struct loc shown);

#endif
