/* tasks/remarks.h -- what a result says besides what the search has found: what it assumes, which
 * files it is about, what could be done about a gap.
 */
#ifndef TASKS_REMARKS_H
#define TASKS_REMARKS_H

#include "cli/options/config.h"
#include "cli/options/models.h"
#include "result/result.h"

/* A rule for a loop that is not there is most likely a misspelling: warns. */
void remarks_rules(const struct config *, const struct goto_prog *);
/* Before the search: what the options assume. */
void remarks_begin(struct result *, const struct options *, const struct config *,
                   const struct weak_place *);
/* After it: hints of the source, what of it nobody has read, the files that say what was verified;
 * of --property ID nothing is known about the others. */
void remarks_end(struct result *, const struct options *, const struct config *,
                 const struct goto_prog *);

#endif
