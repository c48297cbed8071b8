/* symex/proof/check/check.h -- is what the search has found an inductive invariant, and does it
 * exclude all violations?
 *
 * This is not a part of the search and shares no reasoning with it.  It reads points, edges and
 * obligations of the relation and the nodes of the views, and forms plain formulas, over one
 * variable for the point of each thread and the variables of the parts:
 *
 *   Inv1(s, t)     some node of one thread: t is at its point, the explicit parts
 *                  of s and t have its values, and its atoms hold
 *   Inv2(s, t, u)  the same with a node of two threads, in one of the two orders;
 *                  if both threads of the node are the same, in both orders;
 *                  the numbers of the threads differ
 *
 * where s are the shared parts, t and u the point and own parts of a thread.  A state of a program
 * with any number of threads is good if Inv1 holds of each thread and Inv2 of each two threads. The
 * solver shows, each with one query for an edge:
 *
 *   begin   main, alone, is good
 *   single  if Inv1(s, t) and t steps: Inv1 of t afterwards, Inv1 of a thread n
 *           that the step creates, Inv2 of n and t, Inv2 of two such threads
 *   pair    if Inv2(s, t, u) and t steps: Inv2 of t and u, Inv1 of u,
 *           Inv2 of n and u
 *   triple  if Inv2(s, t, u), Inv2(s, t, v), Inv2(s, u, v), and v steps and
 *           changes s: Inv2(s', t, u)
 *   safe    if Inv1(s, t): no obligation of t's point is violated, or, where
 *           main stays to the end, if Inv2 holds of main and t; data races
 *           likewise with Inv2
 *
 * A thread does not step while another one is at an atomic point.  That a new number differs from
 * those of the other threads, and from those in words of locks (identity.h), is given.  Parts that
 * a thread does not have at its point have arbitrary values, and so have the inputs of a step.
 *
 * Why this suffices: by 'begin' the first state is good.  Let a state be good, and thread v step to
 * another one.  Each thread of the new state is v, or another one, or was created, and Inv1 holds
 * of it by 'single', 'pair', 'single'.  Two threads are v and another one ('pair'), v and a new
 * one ('single'), two others ('triple'; if s does not change, nothing does), another one and a new
 * one ('pair'), or two new ones ('single').  So the new state is good, and by induction all states
 * are; by 'safe' none violates an obligation.  The number of threads is not used anywhere.
 *
 * These are implications, which an invariant without states would fulfil where a step assumes more
 * than the program does.  inhabited.h asks, in the end, whether there are states where runs come.
 */
#ifndef SYMEX_PROOF_CHECK_CHECK_H
#define SYMEX_PROOF_CHECK_CHECK_H

#include "symex/proof/check/checked.h"
#include "symex/proof/search/view.h"

/* After views_prove has returned true. */
struct proof_check check_invariant(struct views *);

#endif
