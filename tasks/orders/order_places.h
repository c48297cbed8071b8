/* tasks/orders/order_places.h -- the accesses of executions as places of the program, and changes
 * there.
 */
#ifndef TASKS_ORDERS_ORDER_PLACES_H
#define TASKS_ORDERS_ORDER_PLACES_H

#include "goto/passes/order_sites.h"
#include "result/execution.h"
#include "result/orders.h"
#include "util/base/arena.h"

bool order_site_is_at(const struct order_site *, const struct execution_event *);
/* The site of an event; 'before': the place for a fence in front of it.  The number of sites: there
 * is none, or more than one could be it. */
size_t order_site_of(const struct order_sites *, const struct execution_event *, bool before);

enum execution_order order_as_recorded(enum mem_order);
enum mem_order order_as_written(enum execution_order);

/* What the site would be with this order.  Texts are of the arena. */
struct order_change order_change_of(struct arena *, const struct order_site *, enum mem_order);

#endif
