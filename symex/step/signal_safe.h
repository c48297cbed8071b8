/* symex/step/signal_safe.h -- --async-signal-check: what a handler of a signal may call. */
#ifndef SYMEX_STEP_SIGNAL_SAFE_H
#define SYMEX_STEP_SIGNAL_SAFE_H

#include "symex/core/state.h"

/* The running thread calls 's'.  false: it is in a handler that interrupted it, and 's' may be what
 * was interrupted: reported, and the path ends. */
bool signal_safe_call(struct symex *, struct state *, const struct symbol *s);

#endif
