/* symex/explore/explore.h -- runs one thread along all paths, merging states at join points.
 *
 * Of the pending states, the one in the deepest call and, within a call, at the smallest
 * instruction runs first.  So all paths inside a loop body or a call are finished before what
 * follows it, and the states that reach one instruction (a join point) are merged (state_merge):
 * those with the longest path conditions first, because these have most in common.  So the exits of
 * a loop after 1, 2, ..., n iterations become one state in n small merges.
 *
 * The sequential engine runs the whole program this way; lazy exploration, trials and replays run
 * one thread until the engine stops it (x->engine->threads.stops) or it ends.
 */
#ifndef SYMEX_EXPLORE_EXPLORE_H
#define SYMEX_EXPLORE_EXPLORE_H

#include "symex/core/state.h"

/* Runs until no state is pending; the states that stopped are in x->stopped. */
void explore(struct symex *, struct state *first);
/* Adds a pending state.  An engine's operation 'enqueue'. */
void explore_add(struct symex *, const struct state *);
/* Adds a state that stops; states that stop at the same instruction are merged.  An engine's
 * operation 'bounded'. */
void explore_stop(struct symex *, const struct state *);

/* The first state of the program.  With threads, creates all static objects. */
struct state explore_begin(struct symex *);

/* Does the running thread stop here in the reachability tree?  It does at a switch point, unless it
 * is 'alone'; at the creation of a thread, so that states with different threads never merge; and
 * in a loop that may never end.  *runs_on: it is at a switch point and continues, being alone. */
bool explore_stops(struct symex *, struct state *, bool alone, bool *runs_on);

#endif
