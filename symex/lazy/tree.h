/* symex/lazy/tree.h -- explores the reachability tree of a program with threads, lazily.
 *
 * Context-bounded ESBMC (ICSE'11), sections 3.1 and 3.2.  A node is a state: memory, and for each
 * thread where it is and what it owns.  An edge is a step of one thread: the visible instruction
 * that it is at, and everything invisible after that, up to the next visible one.
 *
 *   1. Begin: run main alone until it creates a thread.
 *   2. At a node, find out which threads are enabled: those that have not ended and whose wait, if
 *      they are at one, is over.  If that depends on inputs, look at both cases in turn.
 *   3. No thread has ended the program, none is enabled, not all have ended: a deadlock.  Threads
 *      that wait for each other in a circle: a deadlock, whatever the others do.
 *   4. Skip the node if its state was visited before with as much left of the bounds (cache.h).
 *   5. Choose a thread: the one that ran last, then the others by number.  A bound that is used up
 *      rules out a choice; then something was cut.  Threads asleep are not chosen (below).
 *      The context bound counts changes of the running thread where there is a choice: going on
 *      with the only thread that can is free, and so is going back to the only one of those that
 *      have begun.  (Otherwise creating a thread would make the switches of others dearer.)  So a
 *      schedule with N decisions of the paper's tool has at most N switches here, and its Figure 1
 *      fails within 3.
 *   6. Make its step.  Branches inside that depend on inputs are merged (explore.h), so that most
 *      steps have one end; if there are several, each is a child of its own, under its condition.
 *   7. Conditions that could be violated in the step go to the solver, under what the path assumes,
 *      unless they are decided by themselves.  A violation is replayed and reported.
 *   8. Go on with 2 at each child whose condition can hold; come back; choose the next thread.
 *
 * The paper's rules: R1 assignments, R2 skip, R3 assume, R4 goto are steps (symex/step/step.h), and
 * a branch that cannot be taken is not followed; R5 assertions are 7; R6 start, end and join of
 * threads are thread.h, and waits.  Deviations: a switch is possible before every access to shared
 * memory, not only between statements; conditions are decided at the step where they arise and not
 * once more at each leaf below it; the bound is deepened from 0, so that few switches come first.
 *
 * What a step changes is undone on the way back (trail.h), so memory follows the depth of the tree.
 *
 * Reductions.  With v a step, its touches are the shared memory that it reads and writes
 * (touch.h); two steps are independent if neither writes what the other touches.
 *
 *   Sleeping.  A thread T that is switched away from, although it could have made its step v, may
 *   not go on before somebody made a step that depends on v.  Otherwise v could as well have been
 *   made before the switch, with the same result and no more switches.  This is the sleep set of
 *   the literature restricted so that it holds under a context bound: each schedule that is left
 *   out has an equivalent one with no more switches that comes earlier in the order of 5.  Without
 *   a bound, every thread chosen earlier at the node sleeps in the later choices.
 *
 *   Switching only where it matters.  A thread T that can go on is switched away from before its
 *   step v only if, below v, some other thread makes a step that depends on v, or waits for what v
 *   touches, or an execution ends in v.  Otherwise every schedule that delays v is one that makes v
 *   first, with no more switches.  Two accesses under a common lock do not count: they cannot
 *   change places without what the lock itself touches.  (Unless somebody releases a lock that he
 *   does not hold, or writes over the bytes of one that is held: then the search begins anew, and
 *   no lock counts.)  Making v earlier must not end somebody's
 *   wait earlier either, for then a switch that was free might count; so under a bound, what ends
 *   a wait depends on the wait.  What is below v is known once it has been explored (summary.h).
 *   A path that comes back to a state being explored knows nothing of what is below; then nothing
 *   is left out.
 *
 *   If it does matter, only those threads are tried that T depends on, directly or through others,
 *   in anything below (a component).  Schedules in which others come first can be put in another
 *   order, block by block, without a switch more, so that one of the component comes first; and
 *   those in which nobody of the component runs again lie below v.
 *
 *   Without a bound this holds for the first choice at every node, whoever ran last, and it is
 *   enough to try the threads that make a step below which depends on one that was tried here: a
 *   persistent set.  One of them that sleeps is not tried, but those that depend on its step are.
 *   If one of them cannot go on, its whole component is tried.
 *
 *   The preemption bound counts a switch away from a blocked thread differently from one away from
 *   a thread that could go on, which these rules do not preserve: with it they are off.
 */
#ifndef SYMEX_LAZY_TREE_H
#define SYMEX_LAZY_TREE_H

#include "symex/core/execution.h"

/* Explores everything within the bounds; fills the result. */
void tree_search(struct symex *);

#endif
