/* symex/step/thread/held.h -- the locks that a thread holds. */
#ifndef SYMEX_STEP_THREAD_HELD_H
#define SYMEX_STEP_THREAD_HELD_H

#include "symex/core/state.h"

/* The running thread has acquired a lock of 'bytes' bytes; releases one. */
void thread_acquired(struct symex *, struct state *, enum sync_kind, term object, uint32_t bytes);
void thread_released(struct symex *, struct state *, term object);

#endif
