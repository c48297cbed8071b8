/* symex/step/interrupt.h -- handlers of signals, which run in a thread between two of its steps.
 *
 * Where a context switch is possible, a thread for which a signal is pending that it does not block
 * enters prog.interrupt.function before it goes on (pthread-models/signal.h).  Then it is at the
 * same instruction again, and may be interrupted again.  A thread that waits can be interrupted,
 * too, and is enabled then.  The check reads the pending and blocked sets, as part of the step.
 */
#ifndef SYMEX_STEP_INTERRUPT_H
#define SYMEX_STEP_INTERRUPT_H

#include "symex/core/state.h"

/* Is a signal to be delivered to the running thread before its next step? */
term interrupt_pending(struct symex *, struct state *);
/* At a point where a context switch is possible; true: 'st' is at the begin of the function. */
bool interrupt(struct symex *, struct state *);

#endif
