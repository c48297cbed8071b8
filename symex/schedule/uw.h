/* symex/schedule/uw.h -- underapproximation and widening of a recording of schedules.
 *
 * Context-bounded ESBMC (ICSE'11), section 3.4, Figure 5.
 *
 *   1. For each context i and thread j there is a control literal cl_ij: ts_i = j only if cl_ij.
 *   2. At first all are assumed false but those of one interleaving: the threads run in turn, each
 *      as long as it can.
 *   3. Ask.  SAT: a violation, whatever was ruled out.
 *   4. UNSAT, and the core has no negated control literal: there is none.
 *   5. Otherwise those in the core are no longer assumed; go on with 3.
 *
 * Deviations.  A context is more than one statement (schedule.h), so there is one literal more per
 * context, for stopping although the thread could go on.  What was widened for a question stays so
 * for the next.  Cores are taken as the solver gives them.  With a solver that gives none,
 * everything is allowed after the first UNSAT.
 */
#ifndef SYMEX_SCHEDULE_UW_H
#define SYMEX_SCHEDULE_UW_H

#include "symex/schedule/schedule.h"

struct widening;

struct widening *uw_open(struct symex *);
void uw_close(struct widening *);

/* Context 'context' is thread 'tid''s only if allowed; a thread that could go on stops only if. */
void uw_control(struct encoding *, uint32_t tid, uint32_t threads, term chosen);
void uw_control_stop(struct encoding *, term stops);

/* Can one of the items hold?  As vc_check_incremental. */
enum answer uw_check(struct encoding *, const struct vc_item *, size_t n, struct model **);

#endif
