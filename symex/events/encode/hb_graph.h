/* symex/events/encode/hb_graph.h -- the graph of happens-before: edges between nodes of the order
 * (solvers/order/), and what is ordered by them.  happens_before.h says which edges there are.
 */
#ifndef SYMEX_EVENTS_ENCODE_HB_GRAPH_H
#define SYMEX_EVENTS_ENCODE_HB_GRAPH_H

#include "symex/events/record/events.h"

struct hb_edge {       /* between nodes of the order */
	uint32_t from, to; /* */
	term when;
	bool is_program; /* program order, creation or join; otherwise something synchronises */
};

struct hb_interruption { /* a store that ends a release sequence of another thread */
	uint32_t event;
	uint32_t last; /* the store of that thread after it, which is no part of the sequence then */
	term when;
};

struct happens_before {
	uint32_t first;           /* the node of the order for node 0 of the threads */
	uint32_t initial;         /* coherence: what every location holds at the begin */
	uint32_t *release;        /* by event: its node REL; NO_NODE: nobody synchronises with it */
	uint32_t *acquire;        /* by event: its node ACQ; NO_NODE: it synchronises with nobody */
	uint32_t *coherence;      /* by event: its node of coherence; NO_NODE: it needs none */
	uint32_t *partner;        /* by event: of a read-modify-write: the other one; or NO_EVENT */
	VEC(struct hb_edge) edge; /* of happens-before */
	VEC(struct hb_interruption) interruption;
	uint64_t *reach;         /* by node of the order from 'first': those it may happen before */
	uint32_t nnodes, nwords; /* of 'reach' */
	struct map pair;         /* two nodes of threads -> the term of hb_ordered */
};

/* The node of the order for a node of the threads. */
uint32_t hb_node(const struct events *, uint32_t node);
/* Adds an edge between nodes of the order. */
void hb_add(struct events *, uint32_t from, uint32_t to, term when, bool is_program);
/* If 'when', node a happens before node b. */
void hb_edge(struct events *, uint32_t a, uint32_t b, term when);
/* All edges are known: adds them to the order, and finds out what each node may happen before. */
void hb_reach(struct events *);
/* A condition that holds if node a of the threads happens before node b; if not, and both happen,
 * it may hold.  After hb_reach. */
term hb_nodes_ordered(struct events *, uint32_t a, uint32_t b);
void hb_free(struct events *);

#endif
