/* solvers/order/order_chains.h -- the order that fixed edges impose, as clocks over chains.
 *
 * Nodes are covered by few chains, in each of which fixed edges order the nodes one after the
 * other; threads are such chains.  The clock of a node has for each chain the position, from 1, of
 * its last node that is before the node or is the node itself; 0: there is none.
 */
#ifndef SOLVERS_ORDER_ORDER_CHAINS_H
#define SOLVERS_ORDER_ORDER_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct order_arc {
	uint32_t from, to;
};

struct order_chains {
	uint32_t n, nchains;
	uint32_t *chain, *position; /* by node */
	uint32_t *first;            /* by chain, and one more: index in 'node' */
	uint32_t *node;             /* chain by chain */
	uint32_t *out, *out_first;  /* ends of edges to other chains; by node, and one more: index */
	uint32_t *clock;            /* n rows of nchains */
};

/* False: the edges form a cycle, and nothing was made. */
bool order_chains_init(struct order_chains *, uint32_t n, const struct order_arc *, size_t narcs);
void order_chains_free(struct order_chains *);

static inline const uint32_t *order_chains_clock(const struct order_chains *c, uint32_t node) {
	return c->clock + (size_t)node * c->nchains;
}

/* a is before b, or is b. */
static inline bool order_chains_reach(const struct order_chains *c, uint32_t a, uint32_t b) {
	return order_chains_clock(c, b)[c->chain[a]] >= c->position[a];
}

#endif
