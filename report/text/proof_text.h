/* report/text/proof_text.h -- a proof for people (--show-invariants): what holds at which line, and
 * between two threads.
 *
 *   invariants (pairs of threads; 9 atoms, 212 queries)
 *     everywhere: now <= next
 *     any two threads: t1.mine != t2.mine
 *     worker, ticket.c
 *       9        mine < next
 *       12-14    mine == now
 *     at most one thread at a time: worker 12-14
 *     t1 at worker 9, t2 at worker 12-14: t1.mine > now
 */
#ifndef REPORT_TEXT_PROOF_TEXT_H
#define REPORT_TEXT_PROOF_TEXT_H

#include "report/base/paint.h"
#include "result/result.h"

/* Nothing, if the result does not rest on a proof. */
void proof_print(const struct paint *, const struct result *, unsigned width);

#endif
