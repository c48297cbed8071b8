/* symex/replay/guess.h -- does a violation depend on what a function does that nobody has modelled?
 *
 * A function that has neither a body nor a model returns anything, and writes anything to what its
 * arguments reach (symex/step/unmodelled.c).  What the model has chosen for it is a guess: the real
 * function may never do so.  A violation depends on a guess if it disappears once something else is
 * chosen.  This is tried out, by replays in which
 *
 *   all guesses       take another value at once: nothing is written; 0, 1, -1, the largest and the
 *                     smallest int, the complement, constants that the program compares with and
 *                     their neighbours, and some lots of random numbers and such constants
 *   one guess alone   does, a result or what one call writes; where there are many, with a few of
 *                     these only
 *
 * while inputs, other choices and the order of threads stay as they are (replay.h says how closely,
 * where the execution takes another way).  The violation is independent only if it happens in all
 * of them.  Otherwise it depends on each guess that it does not survive alone; if it survives each
 * alone, on a smallest set of which it does not survive the change.  Where many guesses are made,
 * those of one function count as one.
 *
 * Errors are on the side of naming too much: a replay that cannot follow, that violates something
 * else before, or that there was no work left for, counts as one without the violation.  What is
 * named is always true as it is said: if the function does so, the program fails.  A dependence is
 * missed only if the violation survives all values that were tried, and would not survive another;
 * of long executions, fewer are tried.
 *
 * What cannot be tried out by changing a value is that a function is a lock.  A violation also
 * depends on f being none if two threads have called f, with the same first argument or none, and
 * the first one was still to call another such function of the same type with that argument, as its
 * code does further down.
 * That f makes threads wait in another way is not considered.
 */
#ifndef SYMEX_REPLAY_GUESS_H
#define SYMEX_REPLAY_GUESS_H

#include "symex/replay/trace/trace.h"

/* Fills the list of guesses of a counterexample, whose replay has ended in the violation, and marks
 * their steps. */
void guess_find(struct symex *found, struct model *, const struct vc *, struct trace *);

#endif
