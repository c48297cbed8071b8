/* symex/lazy/lassos.h -- executions that never end: what the search notes, and how a violation is
 * confirmed.
 *
 * While the search goes over the states, it notes them and its steps as a graph (graph.h); whenever
 * the graph has doubled, and at the end, cycles of it are looked for (cycles.h).  A lasso is then
 * followed: the same steps are explored once more, without the cache, the loop twice, and only the
 * outcomes that lead to the states of the graph.  That path has the choices and assumptions of an
 * execution, and a replay confirms it like any other violation; the state after the second round of
 * the loop has to be that after the first.
 *
 * Inputs that the loop reads can be read again with the same values: no cycle adds an assumption
 * about an input that the state still has, since that is a part of the state (key.c).
 *
 * Which reductions are off, symex/reductions.def says (LIMIT_PROGRESS): those that leave out states
 * or steps, and symmetry, since a cycle up to the numbers of threads may starve one of them.
 */
#ifndef SYMEX_LAZY_LASSOS_H
#define SYMEX_LAZY_LASSOS_H

#include "symex/core/state.h"
#include "symex/lazy/cycles/cycles.h"

struct tree;
struct plan;

struct lassos;
/* NULL: nothing of this kind is checked. */
struct lassos *lassos_open(struct symex *);
void lassos_close(struct lassos *);
void lassos_forget(struct lassos *); /* the graph */

/* The path of the search in the graph. */
struct lassos_mark {
	uint32_t at;
	unsigned marks;
};
/* An outcome of a step of the running thread; 'silent': it began at no switch point. */
struct lassos_mark lassos_step(struct lassos *, const struct state *outcome, bool silent);
/* The search is at a state with this key and this status of each thread.  Its steps begin there. */
struct lassos_mark lassos_arrive(struct tree *, struct state *, uint32_t key,
                                 const uint8_t *status);
void lassos_leave(struct lassos *, struct lassos_mark);

/* Is a lasso followed?  Then the next thread on it; NO_THREAD: the state with this key is not on
 * it, or the last one.  lassos_back undoes that. */
bool lassos_follows(const struct lassos *);
uint32_t lassos_next(struct tree *, struct state *, uint32_t key);
void lassos_back(struct lassos *);

/* Has a lasso been found?  The search pauses then. */
bool lassos_found(const struct lassos *);
/* The search has ended, or paused: decides, and follows a lasso.  false: it has to go on. */
bool lassos_conclude(struct tree *, const struct state *root, bool finished);
/* The plan of a replay: where the loop begins. */
void lassos_plan(const struct lassos *, struct plan *);

#endif
