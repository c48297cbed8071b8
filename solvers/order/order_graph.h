/* solvers/order/order_graph.h -- which nodes are before which, as edges come and go.
 *
 * Fixed edges are those of order_chains.h; others are added one after the other and taken back in
 * the opposite order.  Clocks over chains are kept up to date for both together: so it takes
 * constant time to say whether a node is before another, and whenever a node comes to be before
 * another, those who watch the pair are told.
 */
#ifndef SOLVERS_ORDER_ORDER_GRAPH_H
#define SOLVERS_ORDER_ORDER_GRAPH_H

#include "solvers/order/order_chains.h"
#include "util/base/vec.h"

struct order_graph_edge {
	uint32_t from, to;
	int label;
	uint32_t next_out, next_in; /* edges before it of the same node, plus 1; 0: none */
	size_t undo;                /* changes of clocks before it */
};

struct order_watch { /* of the node 'to' */
	uint64_t key;    /* chain and position of 'from' */
	uint32_t from;
	int label;
};

struct order_watches {
	struct order_watch *at;
	size_t n, cap;
};

struct order_news { /* a watched pair that came to be ordered */
	uint32_t from, to;
	int label;
};

struct order_graph {
	struct order_chains chains;
	uint32_t *clock; /* as those of the chains */
	VEC(struct order_graph_edge) edge;
	uint32_t *out,
	    *in; /* by node: its last edge, plus 1; 'in' also has those that change nothing */
	struct order_watches *watch; /* by node, sorted */
	VEC(struct order_change) change;
	VEC(struct order_news) news; /* the caller empties it */
	VEC(uint32_t) todo;
	VEC(uint32_t) gains; /* chains that the edge which is being added orders more nodes of */
	VEC(struct order_visit) visit; /* of the search for a path */
	uint32_t *seen;                /* by chain: positions that the search has seen */
};

struct order_change {
	size_t ix; /* in 'clock' */
	uint32_t old;
};

struct order_visit {
	uint32_t node;
	uint32_t edge, parent; /* the edge that leads on from the node, to that of another visit */
};

/* False: the edges form a cycle, and nothing was made. */
bool order_graph_init(struct order_graph *, uint32_t n, const struct order_arc *, size_t narcs);
void order_graph_free(struct order_graph *);

static inline bool order_graph_reach(const struct order_graph *g, uint32_t a, uint32_t b) {
	const struct order_chains *c = &g->chains;
	return g->clock[(size_t)b * c->nchains + c->chain[a]] >= c->position[a];
}

/* When 'from' comes to be before 'to', it becomes news. */
void order_graph_watch(struct order_graph *, uint32_t from, uint32_t to, int label);
/* False: 'to' is before 'from', or is it, and nothing was added. */
bool order_graph_add(struct order_graph *, uint32_t from, uint32_t to, int label);
void order_graph_undo(struct order_graph *, size_t nedges); /* only so many are left */
/* Appends the labels of a path of fewest edges among the first 'nedges'. */
struct order_labels {
	int *at;
	size_t n, cap;
};
void order_graph_path(struct order_graph *, uint32_t from, uint32_t to, size_t nedges,
                      struct order_labels *);

#endif
