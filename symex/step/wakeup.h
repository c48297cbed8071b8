/* symex/step/wakeup.h -- spurious wakeups: waits on condition variables that end without a signal.
 *
 * Whether a wait ends with a spurious wakeup is chosen when it begins
 * (pthread-models/threads/cond.c): the thread then releases the mutex, and acquires it again
 * whenever it is scheduled.
 *
 * A correct program then tests its condition and waits again.  If the thread has changed nothing in
 * between, neither memory nor a register that is still read, a second spurious wakeup need not be
 * explored: the thread could as well have acquired the mutex that late after the first one.  So the
 * second wait ends with a signal only, and the iteration of the loop between the two does not count
 * for a bound.  This would lose executions in which another thread finds the mutex locked meanwhile
 * and does something else than wait; so in programs with a trylock of a mutex, every choice is
 * explored.
 */
#ifndef SYMEX_STEP_WAKEUP_H
#define SYMEX_STEP_WAKEUP_H

#include "symex/core/state.h"

struct wakeup {                /* the last spurious wakeup of a thread that changed nothing since */
	const struct frame *frame; /* of the user's function that waited */
	uint32_t return_pc;
	term condition;  /* pointer to the condition variable */
	struct pmap reg; /* registers of the user's functions */
};

/* Executes the intrinsic that chooses whether the wait of the running thread, which begins now,
 * ends with a spurious wakeup.  'st' goes on without one; unless the reduction applies, a state
 * with one is enqueued.  false: the path ends. */
bool wakeup_choose(struct symex *, struct state *st, const struct ins *call, term condition);
/* The running thread returns from a wait after a spurious wakeup. */
void wakeup_happened(struct symex *, struct state *st, term condition);

#endif
