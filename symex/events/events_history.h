/* symex/events/events_history.h -- the calls of a library's operations, and whether an order of
 * them explains their results.
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
#ifndef SYMEX_EVENTS_EVENTS_HISTORY_H
#define SYMEX_EVENTS_EVENTS_HISTORY_H

#include "symex/events/events.h"
#include "symex/library/spec.h"

/* What happens if an operation takes effect in a state of the specification. */
struct history_outcome {
	term guard; /* it happens if this holds */
	uint32_t nresults;
	const term *result;
	uint32_t after; /* the state */
};

struct history_outcomes { /* they exclude each other, unless the specification chooses */
	VEC(struct history_outcome) at;
};

/* The outcomes of the call in the state with this number; 0: where the client begins.  NULL: the
 * specification cannot be executed: e->unsupported. */
const struct history_outcomes *history_run(struct events *, uint32_t state, uint32_t call);
void history_runs_close(struct events *);

void history_forget(struct events *);
/* Operations of symex/engine.h, group 'calls'. */
void history_begins(struct symex *, struct state *);
bool history_called(struct symex *, struct state *, const struct library_call *);
void history_opens(struct symex *, struct state *); /* is never called */
bool history_returned(struct symex *, struct state *, const struct library_call *);
/* C11: the client may make threads synchronise between calls.  Before hb_close. */
void history_encode(struct events *);
/* The condition that the client does so; C11. */
term history_synchronises(const struct events *, size_t first, size_t second);
/* Is it a deadlock that the specification may explain?  Then history_check decides it. */
bool history_explains(const struct events *, const struct condition *);
/* What calls and returns consist of. */
void history_roots(const struct events *, void (*)(void *, term), void *);
/* Looks for a violation; true: the search is over. */
bool history_check(struct events *);

#endif
