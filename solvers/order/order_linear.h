/* solvers/order/order_linear.h -- a total order of a graph's nodes that keeps holds if it easily
 * can.
 *
 * A hold says that none of its nodes is between two others.  The order respects all edges of the
 * graph; nodes are placed one after the other, those that no open hold forbids first.  Where that
 * does not work out, the hold is violated.
 */
#ifndef SOLVERS_ORDER_ORDER_LINEAR_H
#define SOLVERS_ORDER_ORDER_LINEAR_H

#include "solvers/order/order_graph.h"

struct order_hold {
	uint32_t from, to;
	size_t first, n; /* of 'forbidden' */
	uint32_t read, source;
};

struct order_violation {
	size_t hold, forbidden; /* index in 'forbidden' */
};

struct order_linear {
	VEC(struct order_hold) hold;
	VEC(uint32_t) forbidden; /* nodes */
	VEC(uint32_t) rank;      /* by node */
	VEC(struct order_violation) violation;
};

void order_linear_sort(struct order_linear *, const struct order_graph *);
void order_linear_free(struct order_linear *);

#endif
