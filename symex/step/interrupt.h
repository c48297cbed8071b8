/* symex/step/interrupt.h -- signal handlers, which run in a thread between two of its steps.
 *
 * At a switch point, a thread that has a pending signal which it does not block enters
 * prog.interrupt.function before it goes on (pthread-models/threads/signal.h).  Afterwards it is at
 * the same instruction, and may be interrupted again.  A waiting thread can be interrupted, too,
 * and is enabled then.  A thread whose next step is its end takes none.  The check reads the
 * pending and blocked sets; these reads belong to the step.
 */
#ifndef SYMEX_STEP_INTERRUPT_H
#define SYMEX_STEP_INTERRUPT_H

#include "symex/core/state.h"

/* Is a signal to be delivered to the running thread before its next step? */
term interrupt_pending(struct symex *, struct state *);
/* Called at a switch point; true: 'st' is now at the begin of the handler function. */
bool interrupt(struct symex *, struct state *);

#endif
