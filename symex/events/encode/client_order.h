/* symex/events/encode/client_order.h -- C11: the client of a library may make threads synchronise
 * between calls (events_history.h).
 */
#ifndef SYMEX_EVENTS_ENCODE_CLIENT_ORDER_H
#define SYMEX_EVENTS_ENCODE_CLIENT_ORDER_H

#include "symex/events/execute/events_history.h"

/* Says so of the calls that were executed.  Before hb_close. */
void client_order_encode(struct events *);

#endif
