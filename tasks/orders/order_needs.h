/* tasks/orders/order_needs.h -- the memory orders that a program lacks which fails under C11.
 *
 * The report on a violation names what does not synchronise there, and which end is too weak
 * (report/story/reason.h).  Whether the program is right with a stronger order, only verifying it
 * says: that is done here, in a process of its own, with what the first violation lacks, then with
 * what the next one lacks, a few times, for at most four seconds or twice as long as the run took,
 * since a proof takes longer than a violation.  What all of that together mends is told ("it holds
 * if"), without what turns out not to be needed.
 * --suggest-orders looks for all repairs, and for the weakest.
 */
#ifndef TASKS_ORDERS_ORDER_NEEDS_H
#define TASKS_ORDERS_ORDER_NEEDS_H

#include "tasks/verify.h"

/* began: when the verification began, in seconds of the wall clock. */
void order_needs(const struct verification *, struct result *, double began);

#endif
