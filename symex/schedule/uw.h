/* symex/schedule/uw.h -- underapproximation and widening of a schedule encoding.
 *
 * Context-bounded ESBMC (ICSE'11), section 3.4, Figure 5.
 *
 *   1. For each context i and thread j there is a control literal cl_ij: ts_i = j only if cl_ij.
 *   2. At first all control literals are assumed false except those of one interleaving, in which
 *      the threads run in turn, each as long as it is enabled.
 *   3. Ask the solver.  SAT: a violation, whichever schedules are still excluded.
 *   4. UNSAT, and no negated control literal is in the core: no schedule violates the condition.
 *   5. Otherwise the negated literals in the core are no longer assumed; repeat from 3.
 *
 * Deviations.  A context is more than one statement (schedule.h), so each context has one more
 * control literal, for a stop of a thread that is enabled.  A literal that was widened for one
 * query stays so for the next.  Cores are not minimised.  With a solver that computes no cores, all
 * schedules are allowed after the first UNSAT.
 */
#ifndef SYMEX_SCHEDULE_UW_H
#define SYMEX_SCHEDULE_UW_H

#include "symex/schedule/schedule.h"

struct widening;

struct widening *uw_open(struct symex *);
void uw_close(struct widening *);

/* The context being encoded runs thread 'tid', which is 'chosen', only if its control literal is
 * true. */
void uw_control(struct encoding *, uint32_t tid, uint32_t threads, term chosen);
/* An enabled thread 'stops' in that context only if the context's literal for stops is true. */
void uw_control_stop(struct encoding *, term stops);

/* Can one of the items hold?  As vc_check_incremental. */
enum answer uw_check(struct encoding *, const struct vc_item *, size_t n, struct model **);

#endif
