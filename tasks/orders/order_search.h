/* tasks/orders/order_search.h -- which memory orders a program needs (--suggest-orders, --relax).
 *
 * Whether a program with other orders holds is found out by verifying it.  What makes that few
 * programs: an execution that violates something is kept, and the program with other orders has it,
 * too, unless the memory model forbids it then (symex/replay/consistent.h) or a race is none any
 * more.  So only a program that has none of the kept executions is verified, and what that finds is
 * kept.
 */
#ifndef TASKS_ORDERS_ORDER_SEARCH_H
#define TASKS_ORDERS_ORDER_SEARCH_H

#include "tasks/verify.h"

/* 'base' is the result of the program as it is, whose sites the configuration of the verification
 * knows; gets the advice. */
void order_search(const struct verification *, struct result *base, bool relaxes);

#endif
