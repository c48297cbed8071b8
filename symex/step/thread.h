/* symex/step/thread.h -- the threads of a state: one runs, the others are parked.
 *
 * A state holds the running thread's registers and program counter directly (symex/core/state.h);
 * a switch parks them and restores another thread's.  main is thread 0.
 */
#ifndef SYMEX_STEP_THREAD_H
#define SYMEX_STEP_THREAD_H

#include "symex/core/state.h"

/* Where a thread is; NULL: it has ended, or does not exist. */
const struct parked *thread_parked(const struct state *, uint32_t tid);
/* The state as 'tid' sees it when it runs; to look at, not to step.  frame NULL: it has ended. */
struct state thread_view(const struct state *, uint32_t tid);
/* Makes 'tid' the running thread.  Requires that it lives. */
void thread_switch(struct symex *, struct state *, uint32_t tid);
/* A new thread at the first instruction of 'body'; returns its number. */
uint32_t thread_spawn(struct symex *, struct state *, struct function *body, struct created);
/* The running thread has reached a bound of loops or recursion: it stays disabled, and the others
 * go on.  Inside an atomic section no other thread can run, so the execution ends there. */
void thread_cut(struct symex *, const struct state *);
/* Parks a new thread at its first instruction.  An engine's operation 'spawned'. */
void thread_put(struct symex *, struct state *, const struct state *thread);
/* Has it ended, as the state says?  An engine's operation 'has_ended'. */
bool thread_has_ended(const struct symex *, const struct state *, uint32_t tid);
void thread_end(struct symex *, struct state *); /* of the running one; st->frame becomes NULL */

/* The object that a thread-local variable is in the running thread. */
uint32_t thread_local_object(struct symex *, const struct state *, struct symbol *);

/* The running thread goes on after a join of 'tid', which counts if that has ended. */
void thread_joined(struct symex *, struct state *, uint32_t tid);
/* The running thread takes a lock of 'bytes' bytes; it releases one. */
void thread_acquired(struct symex *, struct state *, enum sync_kind, term object, uint32_t bytes);
void thread_released(struct symex *, struct state *, term object);

#endif
