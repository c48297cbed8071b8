/* symex/step/thread/thread.h -- the threads of a state: one runs, the others are parked.
 *
 * A state holds the registers, frames and program counter of the running thread directly
 * (symex/core/state.h).  A context switch saves them as a struct parked and restores those of
 * another thread.  main is thread 0.
 */
#ifndef SYMEX_STEP_THREAD_THREAD_H
#define SYMEX_STEP_THREAD_THREAD_H

#include "symex/core/state.h"

/* The state with 'tid' as the running thread, to be read, not to be executed.  frame NULL: the
 * thread has ended. */
struct state thread_view(const struct state *, uint32_t tid);
/* Makes 'tid' the running thread.  Requires that it has not ended. */
void thread_switch(struct symex *, struct state *, uint32_t tid);
/* The running thread has reached a bound of loops or recursion: it stays disabled, and the other
 * threads go on.  Inside an atomic section no other thread can run, so the path ends there. */
void thread_cut(struct symex *, const struct state *);
/* Parks a new thread at its first instruction.  Implements the engine operation 'spawned'. */
void thread_put(struct symex *, struct state *, const struct state *thread);
/* Is the thread neither running nor parked?  Implements the engine operation 'has_ended'. */
bool thread_has_ended(const struct symex *, const struct state *, uint32_t tid);

/* The running thread's object of a thread-local variable. */
uint32_t thread_local_object(struct symex *, const struct state *, struct symbol *);

#endif
