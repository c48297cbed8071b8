/* symex/lazy/cycles/cycles.h -- cycles of the graph of states on which threads do not get on.
 *
 * A thread moves on a cycle if one of the edges is its own, or it is disabled in one of the nodes.
 * A cycle is fair (weak fairness) if each thread moves on it, or is idle, or has ended.  A strongly
 * connected component (SCC) has a fair cycle if and only if each thread moves in it, or is idle or
 * has ended in one of its nodes: a walk through all of it is such a cycle.  So the components of
 * the edges that may be on the cycle decide:
 *
 *   property          edges                   violated by a component
 *   lock-free         without returns         in which a thread moves that is in an operation
 *   wait-free         without returns of t    in which t moves, being in an operation
 *   wait-free within N                        or by a call in which t makes more than N steps
 *   obstruction-free  of t, without returns   in which t moves, being in an operation
 *   deadlock-free     without returns         that is fair, and has a thread in an operation
 *   starvation-free   without returns of t    that is fair, and has t in an operation
 *   liveness          all                     that is fair, and has a thread that has not ended
 *                                             and is no server
 *   termination       all                     that is fair
 *
 * What the environment does not do for ever (GRAPH_UNFAIR) is on no cycle.  A wait with a limit
 * gives up some time, so a thread that is in one is not disabled; but it is slow.  If nothing else
 * were said, it could keep a lock from others that try to get it each time before it gives up.  So
 * a cycle with a timeout has to be strongly fair: a thread that is enabled in one of its nodes has
 * an edge.  That is decided by components, too, without the nodes in which a thread is enabled that
 * never moves, as long as there are any.
 */
#ifndef SYMEX_LAZY_CYCLES_CYCLES_H
#define SYMEX_LAZY_CYCLES_CYCLES_H

#include "symex/lazy/cycles/graph.h"
#include "symex/library_check.h"

struct cycles_query {
	enum progress_kind kind;
	uint32_t steps; /* WAIT_FREE: that a call may take; 0: any number */
	bool unfair_environment;
};

struct graph_lasso {
	VEC(uint32_t) stem; /* edges, from node 0 */
	VEC(uint32_t) loop; /* none: nobody can go on; or has_loop is not set */
	bool has_loop;      /* false: a call of more than N steps, the stem's last ones */
	uint32_t tid;       /* the thread that does not get on */
};

/* Is the property violated?  Then *lasso is how; whoever gets it frees it. */
bool cycles_find(const struct state_graph *, const struct cycles_query *,
                 struct graph_lasso *lasso);
/* Has the graph any cycle, fair or not?  A thread that waits is one. */
bool cycles_any(const struct state_graph *);
void graph_lasso_free(struct graph_lasso *);

#endif
