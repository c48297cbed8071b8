/* symex/lazy/tree.h -- explores the reachability tree of a program with threads, lazily.
 *
 * Context-bounded ESBMC (ICSE'11), sections 3.1 and 3.2.  A node is a state: the memory, and the
 * program location and the data of each thread.  An edge is a step of one thread: the visible
 * instruction at which it is, and the invisible instructions after it, up to the next visible one.
 *
 *   1. Begin: main runs alone until it creates a thread.
 *   2. At a node, determine the enabled threads: those that have not ended and are not at a wait
 *      whose condition is false.  If a condition depends on inputs, explore both cases in turn.
 *   3. Report a deadlock if the program has not ended, no thread is enabled, and not all threads
 *      have ended.  Threads that wait for each other in a cycle are a deadlock, whatever the other
 *      threads do.
 *   4. Skip the node if its state was visited before with as much left of the bounds (cache.h).
 *   5. Choose a thread: the one that ran last, then the others by number.  A bound that is used up
 *      excludes a choice; the search is then cut.  Threads in the sleep set are not chosen (below).
 *      The context bound counts changes of the running thread where there is a choice: continuing
 *      with the only enabled thread is free, and so is returning to the only enabled one of those
 *      that have begun.  (Otherwise the creation of a thread would make switches between others
 *      more expensive.)  So a schedule with N decisions of the paper's tool has at most N switches
 *      here, and its Figure 1 fails within 3.
 *   6. Execute the step.  Branches inside it that depend on inputs are merged (explore/explore.h),
 *      so that most steps have one outcome; if there are several, each is a child of its own, under
 *      its condition.
 *   7. Ask the solver about the verification conditions of the step that are not constant, under
 *      the assumptions of the path.  A violation is replayed and reported.
 *   8. Continue with 2 at each child whose condition is satisfiable; backtrack; choose the next
 *      thread.
 *
 * The paper's rules: R1 assignments, R2 skip, R3 assume, R4 goto are steps (step/step.h), and a
 * branch that cannot be taken is not followed; R5 assertions are 7; R6 start, end and join of
 * threads are step/thread/thread.h and waits (step/wait.h).  Deviations: a switch is possible
 * before every access to shared memory, not only between statements; a condition is checked at the
 * step where it arises and not once more at each leaf below; the bound is deepened from 0, so that
 * schedules with few switches come first.
 *
 * Backtracking undoes a step (explore/trail.h), so memory is proportional to the depth of the tree.
 *
 * Reductions.  The footprint of a step is the shared memory that it reads and writes
 * (explore/footprint.h).  Two steps are dependent if one of them writes what the other accesses,
 * and independent otherwise.
 *
 *   Sleep sets.  A thread T enters the sleep set when the search switches to another thread
 *   although T could have executed its step v.  T is not scheduled again before a step that is
 *   dependent on v.  Otherwise v could as well have been executed before the switch, with the same
 *   result and no more switches.  This restricts the sleep sets of the literature so that they are
 *   sound under a context bound: each schedule that is left out has an equivalent one with no more
 *   switches that comes earlier in the order of 5.  Without a bound, every thread chosen earlier at
 *   the node is in the sleep set of the later choices.
 *
 *   Preemption only before dependent steps.  The search switches away from an enabled thread T
 *   before its step v only if, below v, another thread executes a step that is dependent on v, or
 *   waits for what v accesses, or an execution ends in v.  Otherwise every schedule that delays v
 *   is equivalent to one that executes v first, with no more switches.
 *     - Two accesses under a common lock do not count as dependent: they cannot be reordered
 *       without the accesses to the lock itself.  If a thread releases a lock that it does not
 *       hold, or writes over the bytes of a held one, the lock discipline is violated
 *       (memory/discipline.h): the search restarts, and no lock counts.
 *     - Executing v earlier must not end the wait of a thread earlier either, for then a switch
 *       that was free might count; so under a bound, a step that ends a wait is dependent on it.
 *     - The steps below v are known once they have been explored; the union of their footprints is
 *       the summary of v.  If a path returns to a state that is still being explored, the summary
 *       of what is below that state is not known, and no thread is left out.
 *
 *   If T is preempted, only the threads in its dependence closure are tried: those that T depends
 *   on in any step below, directly or through others.  A schedule in which other threads come first
 *   can be reordered, block by block and without an additional switch, so that a thread of the
 *   closure comes first; the schedules in which no thread of the closure runs again lie below v.
 *
 *   Persistent sets.  Without a bound the same holds for the first choice at every node, whichever
 *   thread ran last, and a smaller set is enough: the threads that execute a step below which is
 *   dependent on a step tried at the node.  A thread of this set that is in the sleep set is not
 *   tried, but the threads that depend on its step are.  If a thread of the set is disabled, the
 *   whole dependence closure is tried.  Which thread comes first makes no difference to soundness,
 *   but to the size of the set: experience.h instead of the order of 5.
 *
 *   Predicate summaries (summary.h): a node whose state satisfies the precondition of a finished
 *   visit is not explored.
 *
 *   Symmetry.  States that are equal up to the numbers of threads are one (symmetry.h).
 *
 *   Dead locals.  Values of local variables that no step reads any more are no part of a state
 *   (hidden.h).
 *
 *   A step that leads back to the state in which it began is a wait: without a bound, its thread is
 *   not the first of a persistent set, and if it is in one, the threads that may let it go on are,
 *   too, as for a disabled thread.  It is in the sleep set of the other threads.
 *
 *   Protected instructions (protect.h).  If every access to a location, made by a thread that has
 *   not joined all others, is made under one exclusive lock, there is no switch point before an
 *   instruction v of T that accesses only such locations.
 *     - T holds the lock at v, so no other thread accesses the location before T has executed v and
 *       released the lock.  A schedule that switches away from T before v, to others whose steps w
 *       come before v, is therefore equivalent to one that executes v, then switches, and executes
 *       w: the switch is merely later in T.  If T does not run again, v and what follows up to the
 *       next switch point are executed nevertheless; they neither end the program nor wait.
 *     - The number of switches does not grow: T runs already when it comes to v, and if the later
 *       switch point turns out to be a wait, fewer switches count than before.  v ends no wait
 *       earlier, since a wait that reads the location reads it without the lock.
 *     - That the lock protects the location is assumed from the accesses seen so far.  The first
 *       access in an execution that breaks the assumption is never missed: up to that access the
 *       execution has an equivalent one in the reduced tree, with the same locks held and the same
 *       threads joined.  (Which threads have ended may differ.)  The search then begins anew,
 *       with the switch points restored, and forgets all visits.  The two accesses of a data race
 *       have no common lock, so the second one breaks the assumption, and the race is found in the
 *       search after that.
 *     - The same holds for locations that are only read while several threads live, and for objects
 *       that only T can reach, being not published yet (private.h): no other thread accesses them,
 *       or writes to them, whether v comes earlier or later.  What T does with its own object
 *       before it is published is no access to the location, with a lock or without.
 *     - The lock excludes other threads only as long as the lock discipline holds; once it is
 *       violated, no instruction is protected.  Signal handlers run in the thread that holds the
 *       lock, so with them the reduction is off.
 *     - A section that releases a lock is protected like an instruction, if there is no context
 *       bound.  T holds the lock until then, so the steps w that come before the release are by
 *       threads that neither acquire it nor access its words: those that wait for it are disabled,
 *       and an attempt to take it without a wait would access the words without holding it, which
 *       ends the protection.  So the release can come before them.  What it makes possible earlier
 *       is left to the other schedules; but a thread that is enabled earlier makes a switch count
 *       that was free, which is why a bound excludes this.
 *
 *   What a step writes and restores counts as read, and two additions to the same bytes commute
 *   (net_effect.h).
 *
 *   The preemption bound counts a switch away from a disabled thread differently from one away from
 *   an enabled thread, which these reorderings do not preserve: under it both reductions are off.
 *   symex/reductions.def names the other options with which they are off.
 */
#ifndef SYMEX_LAZY_TREE_H
#define SYMEX_LAZY_TREE_H

#include "symex/core/execution.h"

/* Explores everything within the bounds; fills the result. */
void tree_search(struct symex *);

#endif
