/* symex/lazy/cycles/graph.h -- the graph of the visited states, for properties of executions that
 * never end.
 *
 * A node is a state, by its number in the cache (key.c); an edge is a step of one thread, with what
 * happened in it.  Node 0 is the program before its first step.  A thread that is disabled has no
 * edge, but counts as if it had one to the same node: waiting is spinning.  The graph is plain data
 * here; edge.c and tree.c fill it in while they explore, cycles.h looks for cycles.
 */
#ifndef SYMEX_LAZY_CYCLES_GRAPH_H
#define SYMEX_LAZY_CYCLES_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/map.h"
#include "util/base/vec.h"

/* Of an edge.  RETURNS: an operation of the library returns.  UNFAIR: the environment did something
 * that it does not do for ever, a spurious wakeup or a weak compare-exchange that fails.  TIMEOUT:
 * a wait with a limit gave up.  SILENT: the step begins at no visible instruction, or ends before
 * the call that it chose has begun; it is no step of a call. */
enum graph_mark { GRAPH_RETURNS = 1, GRAPH_UNFAIR = 2, GRAPH_TIMEOUT = 4, GRAPH_SILENT = 8 };

enum { GRAPH_THREADS = 64 }; /* sets of threads are bits */

struct graph_edge {
	uint32_t from, to;
	uint8_t tid, marks;
};

struct graph_node { /* sets of threads */
	uint32_t nthreads;
	uint64_t ended;   /* or need never run: it only sends signals */
	uint64_t enabled; /* can take a step */
	uint64_t waits;   /* disabled, until another thread does something */
	uint64_t busy;    /* in an operation of the library */
	uint64_t idle;    /* between two of them: it need not go on */
	uint64_t server;  /* may run for ever */
};

struct state_graph {
	VEC(struct graph_node) node;
	VEC(struct graph_edge) edge;
	VEC(uint32_t) key; /* by node: the number of its state */
	struct map number; /* of a state -> its node */
};

void graph_open(struct state_graph *);
void graph_close(struct state_graph *);
void graph_forget(struct state_graph *); /* all but node 0 */
/* The node of the state with this key; 0: there is none.  Adds one. */
uint32_t graph_find(const struct state_graph *, uint32_t key);
uint32_t graph_add(struct state_graph *, uint32_t key, const struct graph_node *);
void graph_connect(struct state_graph *, uint32_t from, uint32_t to, uint32_t tid, unsigned marks);

#endif
