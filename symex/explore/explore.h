/* symex/explore/explore.h -- runs one thread along all paths, merging them at join points.
 *
 * Among the states to go on with, the one in the deepest call and, within a call, at the smallest
 * instruction goes first.  So everything that branches off inside a loop body or a call is done
 * before what follows it, and the states that meet at one instruction become one (state_merge):
 * those with the longest paths first, because they share most of them.  So the exits of a loop
 * after 1, 2, ..., n rounds become one state in n small steps.
 *
 * The sequential engine runs the whole program so; lazy exploration, trials and replays run one
 * thread until the engine says that it stops (x->engine->stops), or ends.
 */
#ifndef SYMEX_EXPLORE_EXPLORE_H
#define SYMEX_EXPLORE_EXPLORE_H

#include "symex/core/state.h"

/* Leaves the states that stopped in x->stopped. */
void explore(struct symex *, struct state *first);
/* One more state to go on with.  An engine's operation 'enqueue'. */
void explore_add(struct symex *, const struct state *);
/* The running thread stops here; states that stop at the same point become one.  An engine's
 * operation 'bounded'. */
void explore_stop(struct symex *, const struct state *);

/* The first state of the program.  With threads, all static objects are made. */
struct state explore_begin(struct symex *);

/* What a thread stops before in the tree of interleavings: a switch point, unless the thread is
 * 'alone'; the creation of a thread, so that states with different threads never merge; a loop
 * that may run for ever.  *runs_on: it is at a switch point, and goes on since it is alone. */
bool explore_stops(struct symex *, struct state *, bool alone, bool *runs_on);

#endif
