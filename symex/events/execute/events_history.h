/* symex/events/execute/events_history.h -- the calls of a library's operations, and whether an
 * order of them explains their results.
 *
 * The client (symex/step/calls.h) says where operations are called and where they return: each is a
 * node of its own, so the order of nodes has the real time of the calls.  A model is an execution;
 * an order of its calls in which the specification returns what they have returned, and which
 * respects real time, is looked for among them all.  If there is none, that is a violation.
 * Otherwise a lemma says that an execution which this order explains is no violation: the order
 * over symbols, for all values of arguments and results.  Then the formula is asked again.
 *
 * A call that does not return may have taken effect or not: it is placed, with any result, or left
 * out.  Threads that wait for ever are no deadlock if an order of the calls that have returned
 * leads to a state of the specification in which none of the others can happen.
 *
 * Under C11 there is no real time: a call comes before another one if its return happens before it.
 * The client may synchronise threads between calls as it likes; for each pair a Boolean says that
 * it does, which is an edge of happens-before.  Where the library itself orders two calls, so may
 * the client: so these Booleans stand for all of the order.
 */
#ifndef SYMEX_EVENTS_EXECUTE_EVENTS_HISTORY_H
#define SYMEX_EVENTS_EXECUTE_EVENTS_HISTORY_H

#include "symex/events/record/events.h"
#include "symex/library/spec.h"

void history_forget(struct events *);
/* Operations of symex/engine.h, group 'calls'. */
void history_begins(struct symex *, struct state *);
bool history_called(struct symex *, struct state *, const struct library_call *);
void history_opens(struct symex *, struct state *); /* is never called */
bool history_returned(struct symex *, struct state *, const struct library_call *);
/* The condition that the client does so; C11. */
term history_synchronises(const struct events *, size_t first, size_t second);
/* What calls and returns consist of. */
void history_roots(const struct events *, void (*)(void *, term), void *);

#endif
