/* solvers/order/order_impl.h -- what the ways to decide an order share: the problem as it was
 * given.
 *
 * A way is a table of functions.  Everything in the problem only grows, so a way remembers how much
 * of it the solver has.
 */
#ifndef SOLVERS_ORDER_ORDER_IMPL_H
#define SOLVERS_ORDER_ORDER_IMPL_H

#include "solvers/order/order.h"
#include "util/base/map.h"
#include "util/base/vec.h"

struct order_edge {
	uint32_t from, to;
	term when;
};

struct order_access { /* a source or a rival of a read */
	uint32_t node;
	term when;
	term value;  /* of a source; NO_TERM: not given */
	bool is_own; /* order_own_source, order_own_rival */
};

struct order_read {
	uint32_t node;
	term value;   /* or NO_TERM */
	bool has_own; /* a source or a rival is */
	VEC(struct order_access) source, rival;
};

struct order_before { /* a < b */
	uint32_t a, b;
	term holds;
};

struct order_watched { /* a before b implies it */
	uint32_t a, b;
	term holds;
};

struct order_ops {
	/* Makes 'solver' and 'own'. */
	void (*open)(struct order *, const struct solver_config *);
	void (*close)(struct order *);
	void (*check)(struct order *); /* before each check; may be NULL */
	/* After SAT: numbers that grow with the order, one per node. */
	void (*ranks)(struct order *, uint64_t *rank);
};

extern const struct order_ops order_by_theory, order_by_eager, order_by_clocks;

struct order {
	struct terms *terms;
	const struct order_ops *ops;
	struct solver *solver;
	void *own; /* of the way */
	uint32_t nnodes;
	VEC(struct order_edge) edge;
	VEC(struct order_read) read;
	VEC(struct order_before) before;
	VEC(struct order_watched) watch;
	order_axiom *axiom; /* or NULL */
	void *axiom_context;
	struct map before_at; /* by order_pair: index plus 1 in 'before' */
	VEC(term) condition;  /* of edges, sources, rivals, and terms of order_before */
	size_t nfollowed;     /* of them */
	size_t most_triples;  /* that the theory adds at once, for read, source and rival */
	VEC(uint32_t) rank;   /* by node, after SAT; empty: not computed */
};

/* Has the backend, which is that of sat.h, follow all conditions. */
void order_follow(struct order *);

/* The same key for (a, b) and (b, a). */
static inline uint64_t order_pair(uint32_t a, uint32_t b) {
	return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

#endif
