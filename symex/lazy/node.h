/* symex/lazy/node.h -- shared inside symex/lazy/: the data of the search, and of a path in it. */
#ifndef SYMEX_LAZY_NODE_H
#define SYMEX_LAZY_NODE_H

#include "goto/analysis/live.h"
#include "symex/core/canon.h"
#include "symex/core/state.h"
#include "symex/core/naming.h"
#include "symex/explore/enabled.h"
#include "symex/explore/footprint.h"
#include "symex/explore/deepen.h"
#include "symex/explore/trail.h"
#include "symex/lazy/states/cache.h"
#include "symex/lazy/states/conditions.h"
#include "symex/lazy/states/hidden.h"
#include "symex/lazy/levels.h"
#include "symex/lazy/private.h"
#include "symex/lazy/states/protect.h"
#include "symex/lazy/states/relevant.h"
#include "symex/lazy/renaming.h"
#include "symex/lazy/states/path_values.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "symex/memory/discipline.h"
#include "symex/symex_stats.h"
#include "util/base/map.h"

enum {
	MAX_DEPTH = 250000
}; /* steps of a schedule: the search is recursive, and the stack finite */

/* Bit of a step in a schedule: it ends where the thread waits or ends, not at each switch point,
 * because no choice is left. */
#define UNDIVIDED (1u << 31)
/* The step begins at no switch point, but where the thread stopped in a long loop. */
#define IN_LOOP (1u << 30)
/* The step begins at no switch point, but where the thread waited for its store buffer. */
#define AT_DRAIN (1u << 29)
/* The step is one of a buffer: the lower bits are the thread, those above the store's position. */
#define FLUSH     (1u << 28)
#define STEP_BITS (UNDIVIDED | IN_LOOP | AT_DRAIN | FLUSH)
enum { FLUSH_SHIFT = 8, FLUSH_THREAD = (1 << FLUSH_SHIFT) - 1 };

struct explored_cursor { /* position in the tree that --dot draws: explored.h */
	struct map child;    /* parent node, thread and index of its outcome -> node */
	uint32_t at;         /* the current node */
	const char *failure; /* text of the property that the last check found violated; or NULL */
};

struct step_outcome {                /* an outcome of a step */
	const struct function *function; /* NULL: the thread has ended */
	uint32_t pc;
	uint32_t wp; /* precondition of what is below, a set; CONDITIONS_FALSE: not explored, or not
	                known */
};

struct guided { /* assertion-guided pruning: summary.h */
	bool on;
	bool active;         /* preconditions are computed now; until the decision at 'until' */
	uint64_t until;      /* number of nodes at which the search decides again */
	uint64_t rest;       /* nodes without, after preconditions have pruned little */
	uint64_t had_pruned; /* nodes at the last decision */
	struct state_variables variables;
	struct conditions conditions;
	struct summaries *summaries;
	VEC(struct step_outcome) after; /* of the steps on the current path */
};

struct tree_path {                      /* to the node that is being explored */
	VEC(uint32_t) schedule;             /* threads of its steps, with the bits above */
	VEC(const struct pending *) buffer; /* by step: the stores of its thread that wait before it */
	bool undivided;                     /* the current step is */
	bool runs_on;      /* the current step passed a switch point: no other thread could run */
	VEC(term) index;   /* cases of indices that it has assumed: index_cases.h */
	uint64_t ncases;   /* product of how many each was one of */
	VEC(term) decided; /* conditions of waits, or negations, that it has assumed */
};

struct tree_end {   /* why the search is over, and what it has left out */
	bool done;      /* a violation ends it */
	bool cut;       /* a bound excluded a choice */
	bool too_short; /* a loop was cut; the next iteration of deepening unwinds it further */
	bool short_of_iterations; /* one over constants was */
	bool too_deep;            /* a schedule reached MAX_DEPTH */
	bool only_safe;           /* a violation ends this search and is not reported */
	bool found_unsafe;        /* there was one */
};

struct tree_work {      /* how long the search goes on before it pauses, or begins anew */
	uint64_t last;      /* work (node_work) after which it pauses; 0: never */
	uint64_t straight;  /* the same, if most nodes so far are on one path: a schedule that is long,
	                       and is abandoned if the search pauses before its end */
	uint64_t begun;     /* number of nodes when the search began */
	uint64_t deepest;   /* most steps of a schedule since then */
	uint64_t unbounded; /* on schedules beyond a bound of the user */
	uint64_t next_restart; /* number of nodes after which it restarts with what is protected */
	bool wants_restart;    /* it is time for that */
	bool paused;           /* it has paused, or is stopped before its end */
};

struct tree_keys {       /* what states are compared by: key.c */
	struct canon *canon; /* NULL: no state cache */
	struct shapes *shapes;
	struct renaming *renaming;
	struct symmetry *symmetry; /* NULL: threads are not interchangeable */
	struct relevance *relevance;
	bool any_address; /* the search has begun since x->address.any */
};

struct tree {
	struct symex *x;
	const struct schedules *config;
	const struct memory_model *model;
	struct naming naming;
	struct access_log log;
	struct discipline discipline;
	struct budget bound; /* of this search; UINT32_MAX: none */
	uint32_t iteration;  /* of deepening; its number in 'levels' */
	struct levels levels;
	bool few_creations; /* a loop that would create many threads stops after a few: tree.c */
	struct tree_path path;
	struct tree_end end;
	struct tree_work work;

	/* Reductions. */
	uint64_t reductions; /* that apply within t->bound */
	bool reduces;        /* sleep sets and persistent sets are on */
	bool trusts_locks;   /* accesses under a common lock are independent: memory/discipline.h */
	struct footprints *footprints; /* NULL: no partial-order reduction */
	struct protect *protect;       /* instructions that need no switch point; NULL: off */
	struct private *private;       /* objects of the running thread; NULL: not known */
	uint64_t creators[64];         /* by thread: the threads that created it on some path */
	struct experience *experience; /* NULL: threads are tried in the order of tree.h */
	struct guided guided;

	/* States, and which were visited. */
	struct tree_keys keys;
	struct cache *cache;
	struct hidden *hidden; /* NULL: no cells are */
	struct live *live;
	struct path_values *path_values;
	struct lassos *lassos; /* NULL: executions that never end are not looked for */

	uint64_t random; /* state of the generator of ORDER_RANDOM */
	struct explored_cursor explored;
};

struct sleep_entry { /* a thread of the sleep set and the footprint of its step: tree.h */
	const struct sleep_entry *up;
	struct footprint footprint;
	uint32_t set; /* of its footprint, for summaries */
	uint32_t wp;  /* conditions under which the step has this footprint */
};

struct path { /* from the root to a node */
	struct budget left;
	const struct sleep_entry *sleep;
	uint32_t depth;
	bool is_feasible; /* the solver has found an execution that takes it */
};

/* Has an integer become a pointer to any of the objects whose addresses are known, although states
 * were compared (renaming.h), and objects taken for private, as if that did not happen? */
static inline bool node_met_address(const struct tree *t) {
	return t->x->address.any && !t->keys.any_address;
}

/* Is the search over, or must it restart because an assumption of a reduction was violated? */
static inline bool node_over(const struct tree *t) {
	return t->end.done || symex_stop || (t->discipline.violated && t->trusts_locks) ||
	       (t->keys.symmetry && symmetry_lost(t->keys.symmetry)) || node_met_address(t) ||
	       t->x->content.read_hidden || (t->protect && protect_is_broken(t->protect));
}

/* What the search has done so far.  A node takes as long as many steps. */
static inline uint64_t node_work(const struct tree *t) {
	return t->x->stats->nodes + t->x->stats->steps / 64;
}

/* Does the reduction apply within the bounds being explored? */
static inline bool tree_reduces_by(const struct tree *t, enum reduction which) {
	return t->reductions >> which & 1;
}

/* tree.c: explores everything below 'root', the first state of the program, within t->bound. */
void tree_explore(struct tree *, const struct state *root);

/* lazy_engine.c: x->self is the tree. */
extern const struct engine lazy_engine, lazy_buffer_engine;

/* check_step.c: checks the verification conditions and cuts recorded since the last call; true: the
 * search is over. */
bool node_check(struct tree *);

/* tree.c: simplifies the values of 'st' by what its path has assumed from there on; true: its
 * control state changes. */
bool node_simplify(struct tree *, struct state *st, size_t since);

/* clock_key.c: what happens before what, as far as noted accesses may race with others to come. */
struct shape clock_shape(struct tree *, const struct state *);

/* history_key.c: the calls of a library, and the orders that explain them. */
struct shape history_shape(struct tree *, const struct state *);

/* key.c: the number of a state in t->keys.canon; states that are equal up to names of objects have
 * equal numbers (renaming.h, symmetry.h).  is_feasible, sleep_set: of the path. The sleep set is no
 * part of the key, but has an influence on the order of threads.  The loop counters are not part of
 * the state, but have a number of their own: what is explored below may depend on them (cache.h).
 */
uint32_t node_key(struct tree *, struct state *, bool is_feasible, uint64_t sleep_set);
uint32_t node_iterations(struct tree *, struct state *); /* after node_key */
/* Of a memory, with the names of all objects. */
uint32_t node_memory_number(struct tree *, const struct pmap *mem);
/* The shapes of a thread, and of how it was created. */
struct shape node_thread_shape(struct tree *, const struct state *, uint32_t tid);
struct shape node_created_shape(struct tree *, const struct state *, uint32_t tid);
/* The number of the control state: where each thread is, in which iterations of its loops, which
 * locks it holds, which pointers are in its registers, which objects exist; not what memory and
 * other registers hold. */
uint32_t node_control(struct tree *, struct state *);

#endif
