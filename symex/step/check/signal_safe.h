/* symex/step/check/signal_safe.h -- --async-signal-check: functions that a signal handler may call.
 */
#ifndef SYMEX_STEP_CHECK_SIGNAL_SAFE_H
#define SYMEX_STEP_CHECK_SIGNAL_SAFE_H

#include "symex/core/state.h"

/* The running thread calls 's'.  false: it is in a signal handler, and 's' is not
 * async-signal-safe: a violation is recorded, and the path ends. */
bool signal_safe_call(struct symex *, struct state *, const struct symbol *s);

#endif
