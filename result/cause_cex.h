/* result/cause_cex.h -- causes that follow from a counterexample as it is, without other runs.
 *
 * Who waits for whom at the end, the locks at two accesses that race, the history of a block, a
 * variable without a value: there the counterexample itself is the evidence, whatever schedule has
 * led to it.  No facts, and the class is CONDITION, since nothing was changed and run again.
 */
#ifndef RESULT_CAUSE_CEX_H
#define RESULT_CAUSE_CEX_H

#include "result/result.h"

/* The cause of a violated property with a counterexample; NULL: it does not follow from it alone.
 */
struct cause *cause_of_cex(struct arena *, const struct property_result *);
/* Fills what only the counterexample has: where the last pointer to a block went; or the whole
 * cause, if there is none or it has no kind. */
void cause_complete(struct arena *, struct property_result *);

#endif
