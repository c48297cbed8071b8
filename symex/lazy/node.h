/* symex/lazy/node.h -- shared inside symex/tree/: the exploration, and a node of it. */
#ifndef SYMEX_LAZY_NODE_H
#define SYMEX_LAZY_NODE_H

#include "goto/passes.h"
#include "symex/core/canon.h"
#include "symex/core/state.h"
#include "symex/lazy/cache.h"
#include "symex/lazy/relevant.h"
#include "symex/explore/footprint.h"
#include "symex/explore/trail.h"
#include "util/map.h"

enum { MAX_DEPTH = 250000 }; /* of a schedule in steps: the stack must hold it */

enum status { THREAD_ENDED, THREAD_ENABLED, THREAD_DISABLED, THREAD_CUT };

struct picture {         /* picture.h */
	struct map child;    /* node, thread and number of its outcome -> node */
	uint32_t at;         /* the node that is looked at */
	const char *failure; /* found by the last check, and not drawn yet; or NULL */
};

struct tree {
	struct symex *x;
	const struct schedules *config;
	struct stepping stepping;
	struct budget bound; /* being explored; UINT32_MAX: none */
	bool reduces;        /* sleeping, and switching only where it matters */
	bool cut;            /* a bound ruled out a choice */
	bool done;           /* a violation ends the search */
	uint64_t last_node;  /* at which to stop for now; 0: at none */
	bool late;           /* that was */
	bool lawless;        /* holding a lock keeps nobody out: see tree.h */
	bool too_deep;       /* because a schedule became too long for the stack */
	bool only_safe;      /* a violation is not reported, but ends this bound */
	bool found_unsafe;   /* there was one */
	VEC(term) decided;   /* waits of this path that depend on inputs, and are over or not */
	struct canon *canon; /* NULL: no state cache */
	struct cache *cache;
	struct summaries *summaries; /* NULL: no reduction */
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

/* Is the search over, or to begin again because a lock turned out to keep nobody out? */
static inline bool node_over(const struct tree *t) {
	return t->done || symex_stop || (t->stepping.lawless && !t->lawless);
}

/* tree.c: the state in which the program begins; and everything below it within t->bound. */
struct state tree_start(struct tree *);
void tree_explore(struct tree *, const struct state *root);

/* enabled.c: fills status[nthreads].  A condition that is not decided is returned: the caller
 * decides it and asks again.  What the waits of disabled threads read is added to *summary. */
term node_status(struct tree *, struct state *, uint8_t *status, uint32_t *summary);
/* Is there another thread to go on with than 'tid'?  If that has begun already, only those count
 * that have begun too. */
bool node_has_choice(const struct state *, const uint8_t *status, uint32_t tid);
/* Reports a deadlock in this state, if there is one; true: nobody can go on. */
bool node_deadlock(struct tree *, struct state *, const uint8_t *status);
/* Is there a circle of waiting threads with 'tid' in it? */
bool node_circle(struct tree *, struct state *, const uint8_t *status, uint32_t tid);

/* race.c: reports accesses that the threads are about to make at the same time. */
void node_race(struct tree *, struct state *);
/* The same between the running threads of two states, if 'when' holds. */
void node_race_with(struct tree *, struct state *, struct state *other, term when);

/* search.c */
void tree_open(struct tree *, struct symex *);
void tree_close(struct tree *);

/* check.c: forgets conditions of a property; of properties that need not be looked at any more. */
void check_drop_property(struct symex *, uint32_t property);
void check_drop_known(struct symex *);
/* Conditions recorded since the last time; true: the search is over. */
bool node_check(struct tree *);

/* key.c */
void node_clean(struct tree *, struct state *); /* forgets what is never read again */
/* is_feasible: the path to this state can be taken.  Rounds of loops are not part of the state, but
 * what is explored from it may depend on them (cache.h). */
uint32_t node_key(struct tree *, struct state *, bool is_feasible);
uint32_t node_rounds(struct tree *, struct state *);
/* The locks a thread holds, for summaries. */
uint32_t node_locks(struct tree *, const struct state *, term also);

#endif
