/* solvers/order/way.h -- the ways to find an order of events: solvers/order/order.h. */
#ifndef SOLVERS_ORDER_WAY_H
#define SOLVERS_ORDER_WAY_H

enum order_way { ORDER_BY_THEORY, ORDER_BY_EAGER, ORDER_BY_CLOCKS };

#endif
