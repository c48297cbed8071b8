/* symex/lazy/subtree_outcome.h -- what the exploration below a node has found. */
#ifndef SYMEX_LAZY_SUBTREE_OUTCOME_H
#define SYMEX_LAZY_SUBTREE_OUTCOME_H

#include "symex/bounds.h"
#include "symex/lazy/node.h"

enum { NO_REVISIT = UINT32_MAX };

struct subtree_outcome { /* of the exploration below a node */
	uint32_t summary;    /* set of the footprints of all steps below */
	uint32_t revisited;  /* least depth of a node on the path whose state recurs below */
	bool cut;            /* a bound of schedules excluded a choice */
	bool too_short;      /* a loop was cut */
	uint32_t used_up;    /* as of struct effects, of all steps below */
	bool is_parent;      /* the state is that of the node before */
	bool dead_end;       /* the rest of a step, after a creation, ended an execution */
	uint32_t wp;         /* precondition (precondition.h), a set of conditions */
};

static const struct subtree_outcome NOTHING_BELOW = {.summary = FOOTPRINT_NONE,
                                                     .revisited = NO_REVISIT};

void outcome_join(struct tree *, struct subtree_outcome *into, const struct subtree_outcome *);

/* Explores everything below a state. */
struct subtree_outcome node_visit(struct tree *, struct state *, struct path);

/* Is the search over, or does it pause or begin anew? */
bool node_is_over(struct tree *);

static inline bool node_is_unbounded(const struct tree *t) {
	return t->bound.context == NO_BOUND;
}

#endif
