/* symex/explore/explore.h -- runs a program to its end along all paths, merging them where they
 * meet.
 *
 * Among the states to go on with, the one in the deepest call and, within a call, at the smallest
 * instruction goes first.  So everything that branches off inside a loop body or a call is done
 * before what follows it, and the states that meet at one instruction become one (state_merge):
 * those with the longest paths first, because they share most of them.  So the exits of a loop
 * after 1, 2, ..., n rounds become one state in n small steps.
 */
#ifndef SYMEX_EXPLORE_EXPLORE_H
#define SYMEX_EXPLORE_EXPLORE_H

#include "symex/core/state.h"

/* With threads: until the next visible instruction (x->tree->stopped). */
void explore(struct symex *, struct state *first);
void explore_add(struct symex *, const struct state *); /* one more state to go on with */
/* With threads: the running one rests here; states that do so at the same place become one. */
void explore_stop(struct symex *, struct state *);
/* With threads: is this where another thread may come in?  In a tree, creating a thread is such a
 * place as well, so that states with different threads never meet. */
bool explore_stops(struct symex *, struct state *);
/* If a signal is to be delivered before the next step of the thread: it is at the handler now. */
bool explore_interrupted(struct symex *, struct state *);
/* Does the whole execution end at the next instruction, or may it? */
bool explore_may_end(const struct symex *, const struct state *);

#endif
