/* symex/step/calls.h -- the client of a library: which operation a thread calls, and when.
 *
 *   __mt_begin()          the threads of the client are about to begin
 *   __mt_op(mask)         a switch point; the thread is idle.  The number of an operation whose bit
 *                         is in 'mask', or -1: the thread makes no more calls
 *   __mt_choose(n)        a number below n: an argument; in a specification, one of n outcomes
 *   __mt_call(op, ...)    the operation is called with these arguments
 *   __mt_return(op, ...)  it has returned these results
 *   __mt_result(op, ...)  the specification of the operation has these results
 *   __mt_linearize()      a linearization point; without effect here
 *
 * A call begins with the first visible instruction of its operation, and a return belongs to the
 * last one: to call later, or to return earlier, only adds pairs to the real-time order, so if the
 * history of these calls is linearizable, so are all others of the same execution.  Up to there
 * the call is in st->calling.  The step that began at __mt_op executes that instruction, too, so
 * that idle threads do not multiply states; only if the instruction is a wait, the thread stops
 * before it, since steps that begin with one depend on fewer others (explore/footprint.h).  An
 * operation without a visible instruction is called where it returns.
 *
 * If the client accesses shared memory between __mt_op and __mt_call, the thread stops there, and
 * again before the first visible instruction of the operation: the step that begins with such an
 * access executes no other one. */
#ifndef SYMEX_STEP_CALLS_H
#define SYMEX_STEP_CALLS_H

#include "symex/core/state.h"

bool calls_intrinsic(struct symex *, struct state *, const struct ins *, enum intrinsic);

/* The running thread executes the instruction at st->pc, a switch point: if a call has not begun,
 * it does, unless other threads do not notice the instruction.  true: a call has begun. */
bool calls_open(struct symex *, struct state *);

/* Is the running thread one of a client, between two operations? */
bool calls_idle(const struct state *);

#endif
