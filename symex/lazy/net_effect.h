/* symex/lazy/net_effect.h -- what a step has changed when it is over.
 *
 * A step is executed as a whole, so other threads see memory before it and after it.  Bytes that
 * hold the same value then count as read: the word of a mutex that the step takes and releases, a
 * flag that it sets to what it was.  So critical sections that only read, or that access different
 * variables under one lock, are independent; and sections that only add to the same counters are,
 * because additions commute (memory/access_log.h).
 *
 * Why this is sound.  Let v be such a step of T at a state, and w a step of another thread that
 * writes, in effect, nothing that v accesses, and whose own accesses v does not write in effect.
 * After w, v finds all that it reads as before, so it does the same; after v, so does w; and both
 * orders end in the same state.  The bytes count as read, so v depends on whoever changes them: in
 * another state it might not restore them.  That is all that sleep sets and persistent sets assume
 * of footprints (tree.h).
 *
 * A precondition (precondition.h) covers states in which other values are in memory, where the step
 * might change the bytes.  Therefore a step of which something was taken for unchanged is not
 * generalised.  The exception is the word of the lock for which the step has waited: the wait is a
 * condition of the precondition, and means that the word is free.
 */
#ifndef SYMEX_LAZY_NET_EFFECT_H
#define SYMEX_LAZY_NET_EFFECT_H

#include "symex/lazy/node.h"

/* The step of thread 'tid' from the node 'before' to the n states 'after' is over, whose accesses
 * in t->log begin at 'first'.  true: its footprint depends on values that no precondition names. */
bool net_effect(struct tree *t, const struct state *before, uint32_t tid,
                struct state *const *after, size_t n, size_t first);

#endif
