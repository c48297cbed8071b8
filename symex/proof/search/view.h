/* symex/proof/search/view.h -- invariants of one and of two threads, by guess and check.
 *
 * A view is what the invariant speaks of: the shared parts, and one thread or two threads with
 * their points and own parts.  All other threads are out of view (view abstraction: Abdulla,
 * Haziza, Holik, 2013).  Parts that take few values are explicit: a node of the search is a view
 * with constants for them.  The other parts are symbolic: over these, a node has a set of atoms
 * (atom.h) that hold in all states of the view.
 *
 * At first no node is reached.  From the initial state on, every step of a thread in view, and
 * every step of a third thread, leads to nodes that are reached too; there, the atoms that do not
 * hold after the step are dropped, as models of the solver show.  A third thread steps only in
 * states in which it forms a reached view with each thread in view.  When nothing changes any more,
 * the reached nodes and their atoms are an inductive invariant of the program with any number of
 * threads: every two threads of a state form a view that is reached.
 *
 * A step of thread c out of view is thus one from three nodes, those of (a, b), (a, c) and (b, c).
 * Since a step depends on the explicit parts of the shared state and of one thread only, what it
 * does is computed once for these (struct edge_outcome).
 */
#ifndef SYMEX_PROOF_SEARCH_VIEW_H
#define SYMEX_PROOF_SEARCH_VIEW_H

#include "solvers/solver.h"
#include "symex/proof/relation/count.h"
#include "symex/proof/relation/owner.h"
#include "symex/proof/relation/predicate.h"
#include "symex/proof/relation/rename.h"

#define NO_LOCAL UINT32_MAX

/* An explicit part may have any value, such as a variable that was never assigned. */
#define UNKNOWN_VALUE UINT64_MAX

struct local { /* a thread: point, and the values of its explicit parts */
	uint32_t point;
	const uint64_t *value; /* by index in point.part; of symbolic parts 0 */
};

struct outcome_thread {
	uint32_t local;              /* NO_LOCAL: it has ended */
	term guard;                  /* of a new thread: extra */
	const struct new_value *own; /* symbolic parts */
	uint32_t nown;
};

struct edge_outcome { /* of an edge, for constants of the explicit parts; terms are over thread 1 */
	term guard;
	uint32_t shared;                /* explicit part of the shared state */
	const struct new_value *change; /* of symbolic shared parts */
	uint32_t nchange;
	struct outcome_thread to;
	const struct outcome_thread *spawned;
	uint32_t nspawned;
};

struct outcomes {
	VEC(struct edge_outcome) at;
	bool writes; /* one of them changes the shared state */
};

struct view {
	uint32_t shared;
	uint32_t local[2]; /* the smaller first; the second NO_LOCAL: one thread in view */
	VEC(term) atom;    /* that hold, over threads 1 and 2 */
	bool is_queued;
};

struct view_group { /* nodes with the same explicit shared part */
	VEC(uint32_t) single;
	VEC(uint32_t) pair;
	VEC(uint32_t) local; /* in some node */
};

struct shared_values { /* values of the explicit shared parts, by part */
	const uint64_t *value;
};

struct missing { /* why a proof failed */
	uint32_t node;
	const struct obligation *what;
};

struct atoms;
struct races;

struct views {
	struct relation *r;
	struct symex *x;
	struct atoms *atoms;
	const struct ghost_counters *counters; /* NULL: none */
	const struct predicates *predicates;   /* NULL: none */
	struct owners owners;
	bool is_rich;        /* with candidates made of the program's own comparisons */
	struct races *races; /* NULL: races are not checked */
	bool *symbolic;      /* by part; survives a restart */
	uint32_t *values;    /* by part: how many values it has had */
	struct map seen;
	struct map part_of_var; /* of thread 1, and shared */
	struct map read_of_var; /* of a read of an array (array.h): its index in r->access */
	struct renamer renamer;
	bool restart; /* a part became symbolic */
	VEC(struct local) local;
	VEC(struct shared_values) shared;
	VEC(struct view_group) group; /* by shared */
	VEC(struct view) node;
	VEC(uint32_t) queue;
	size_t head;
	struct map intern, node_of, outcome_of;
	VEC(struct outcomes *) outcomes;
	struct canon *canon;
	struct missing missing;
	bool failed;
	uint64_t queries;
	bool main_stays; /* main does not end before the program does */
};

static inline const struct control_point *views_point(const struct views *v, uint32_t local) {
	return &v->r->point.at[v->local.at[local].point];
}

/* Of one or two threads; UINT32_MAX: there is none. */
uint32_t views_node(struct views *, uint32_t shared, uint32_t a, uint32_t b);
/* The steps from the node are to be looked at. */
void views_enqueue(struct views *, uint32_t node);

/* The term with other threads in place of 1 and 2. */
static inline term views_rename(struct views *v, term t, uint32_t for1, uint32_t for2) {
	return rename_threads(&v->renamer, t, for1, for2);
}

#endif
