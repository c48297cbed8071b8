/* symex/lazy/node.h -- shared inside symex/tree/: the exploration, and a node of it. */
#ifndef SYMEX_LAZY_NODE_H
#define SYMEX_LAZY_NODE_H

#include "goto/passes.h"
#include "symex/core/canon.h"
#include "symex/core/state.h"
#include "symex/core/naming.h"
#include "symex/explore/enabled.h"
#include "symex/explore/footprint.h"
#include "symex/explore/trail.h"
#include "symex/lazy/cache.h"
#include "symex/lazy/relevant.h"
#include "symex/reduction.h"
#include "symex/step/discipline.h"
#include "util/map.h"

enum { MAX_DEPTH = 250000 }; /* of a schedule in steps: the stack must hold it */

/* A step that runs until the thread waits or ends, since there is nothing left to choose. */
#define UNDIVIDED (1u << 31)

struct picture {         /* picture.h */
	struct map child;    /* node, thread and number of its outcome -> node */
	uint32_t at;         /* the node that is looked at */
	const char *failure; /* found by the last check, and not drawn yet; or NULL */
};

struct tree {
	struct symex *x;
	const struct schedules *config;
	struct naming naming;
	struct access_log log;
	struct discipline discipline;
	VEC(uint32_t) schedule; /* the threads of the steps on this path, perhaps with UNDIVIDED */
	bool undivided;         /* the step that is made is */
	bool runs_on;           /* it goes past a switch point, because nobody could come between */
	bool too_short;         /* a loop was cut that deepening follows further */
	struct budget bound;    /* being explored; UINT32_MAX: none */
	bool reduces;           /* sleeping, and switching only where it matters */
	bool cut;               /* a bound ruled out a choice */
	bool done;              /* a violation ends the search */
	uint64_t last_node;     /* at which to stop for now; 0: at none */
	bool late;              /* that was */
	bool trusts;            /* holding a lock keeps others out: see step/discipline.h */
	bool too_deep;          /* because a schedule became too long for the stack */
	bool only_safe;         /* a violation is not reported, but ends this bound */
	bool found_unsafe;      /* there was one */
	VEC(term) decided;      /* waits of this path that depend on inputs, and are over or not */
	struct canon *canon;    /* NULL: no state cache */
	struct cache *cache;
	struct footprints *footprints; /* NULL: no reduction */
	struct live *live;
	struct relevance *relevance;
	uint64_t creators[64]; /* of thread n: which threads were seen to create it */
	uint64_t random;       /* state of the generator, for ORDER_RANDOM */
	struct picture picture;
};

struct sleeper { /* a thread that must not go on before its step is disturbed */
	const struct sleeper *up;
	struct footprint print;
};

struct path { /* how a node was reached */
	struct budget left;
	const struct sleeper *sleep;
	uint32_t depth;
	bool is_feasible; /* known to be */
};

/* Is the search over, or to begin again because the lock discipline was violated? */
static inline bool node_over(const struct tree *t) {
	return t->done || symex_stop || (t->discipline.violated && t->trusts);
}

/* Does the reduction apply within the bounds being explored? */
static inline bool tree_reduces_by(const struct tree *t, enum reduction which) {
	return reduction_applies(which, t->x->config, t->bound.preemption, t->bound.decision);
}

/* tree.c: everything below the state in which the program begins, within t->bound. */
void tree_explore(struct tree *, const struct state *root);
extern const struct engine lazy_engine; /* x->self is the tree */

/* check.c: conditions recorded since the last time; true: the search is over. */
bool node_check(struct tree *);

/* key.c */
/* is_feasible: the path to this state can be taken.  Rounds of loops are not part of the state, but
 * what is explored from it may depend on them (cache.h). */
uint32_t node_key(struct tree *, struct state *, bool is_feasible);
uint32_t node_rounds(struct tree *, struct state *);

#endif
