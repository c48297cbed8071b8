/* symex/step/wakeup.h -- waits on condition variables that end without a signal.
 *
 * Whether the wait ends so is chosen when it begins (pthread-models/cond.c): a thread that wakes up
 * by itself releases the mutex, and takes it back whenever it is scheduled.
 *
 * A correct program then tests its condition and waits again.  If the thread has changed nothing in
 * between, neither memory nor a register, it need not wake up by itself a second time: it could as
 * well have taken the mutex back that late the first time.  So the second wait ends with a signal
 * only, and the round of the loop between the two does not count for a bound.  This would lose
 * executions in which another thread finds the mutex taken meanwhile and does something else than
 * wait; so in programs that try to take a mutex no such choice is left out.
 */
#ifndef SYMEX_STEP_WAKEUP_H
#define SYMEX_STEP_WAKEUP_H

#include "symex/core/state.h"

struct wakeup {                /* the last one of a thread that has changed nothing since */
	const struct frame *frame; /* of the user's function that waited */
	uint32_t return_pc;
	term condition;  /* pointer to what it waited on */
	struct pmap reg; /* registers of the user's functions */
};

/* Executes the call that asks whether the running thread, which begins to wait, wakes up by itself.
 * 'st' goes on with the answer no; unless the reduction leaves it out, a state with the answer yes
 * is added.  false: the path ends. */
bool wakeup_choose(struct symex *, struct state *st, const struct ins *call, term condition);
/* The running thread has woken up by itself and is about to return from the wait. */
void wakeup_happened(struct symex *, struct state *st, term condition);

#endif
