/* symex/lazy/edge.h -- an edge of the tree: a step of one actor, and the nodes to which it leads.
 */
#ifndef SYMEX_LAZY_EDGE_H
#define SYMEX_LAZY_EDGE_H

#include "symex/lazy/actor.h"
#include "symex/lazy/subtree_outcome.h"

struct step_result {
	struct footprint footprint; /* under the locks held before; spans last until the next step */
	uint32_t set;               /* of the footprint, with the locks that it acquires */
	bool dead_end;              /* an execution ended in the step */
	bool spins;                 /* it leads back to the state in which it began */
	uint32_t wp;                /* conditions under which it has this footprint */
	struct subtree_outcome below;
};

/* Executes the step of the actor at 'st' and visits the nodes to which it leads. */
void edge_explore(struct tree *, const struct state *st, struct actor, struct path,
                  struct step_result *made);
/* May the path go on under this condition?  nassumed: the assumptions for which p->is_feasible says
 * whether they are satisfiable. */
bool edge_may_be_taken(struct tree *, term condition, size_t nassumed, struct path *p);

#endif
