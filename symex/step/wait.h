/* symex/step/wait.h -- threads that wait: for what, and for whom.
 *
 * A thread waits at an ATOMIC_BEGIN with a condition (goto/prog.h).  Its expressions mean something
 * only while that thread runs, so these functions want it to be the running one.
 */
#ifndef SYMEX_STEP_WAIT_H
#define SYMEX_STEP_WAIT_H

#include "symex/core/state.h"

/* The instruction at which the running thread would wait; NULL: it is at none. */
const struct ins *wait_ins(const struct state *);
/* Under which condition it can go on. */
term wait_condition(struct symex *, struct state *);
/* The thread that must act first; NO_THREAD: any may, or it is not known. */
uint32_t wait_holder(struct symex *, struct state *);
term wait_object(struct symex *, struct state *); /* pointer to what it waits for */

/* Does the thread wait for a signal, which may come from outside?  Then nobody is to blame. */
bool wait_is_for_signal(const struct symex *, const struct state *);
/* Is it no thread of the program, but one that sends signals, and does not count? */
bool wait_is_sender(const struct state *);
/* With a witness: this is not the deadlock that it is about; false: it is, or there is none. */
term wait_excused(struct symex *, struct state *);
uint32_t wait_property(struct symex *, const struct state *); /* no deadlock */
/* There are no other threads, so a wait that is not over lasts for ever.  An engine's operation
 * 'wait'. */
bool wait_alone(struct symex *, struct state *, const struct ins *, term condition);

#endif
