/* symex/step/wait.h -- waits of threads: the condition, the object, the holder.
 *
 * A thread waits at an ATOMIC_BEGIN with a condition (goto/program/prog.h).  The expressions of
 * that instruction refer to the waiting thread's variables, so it must be the running one in the
 * state that is passed (thread_view).
 */
#ifndef SYMEX_STEP_WAIT_H
#define SYMEX_STEP_WAIT_H

#include "symex/core/state.h"

/* The wait that is the next instruction of the running thread, behind hidden checks; or NULL. */
const struct ins *wait_ins(const struct state *);
/* Notes what an instruction that waits, or tries, does while the thread holds read locks, and says
 * what SUCCESSFUL then assumes.  That writers which wait keep readers out (POSIX leaves it open)
 * lets a schedule come to a deadlock that is none otherwise only if a writer waits, and some reader
 * that holds the lock waits, too: for the lock again or for anything else.  What only tries to get
 * a read lock may fail. */
void wait_beside_readers(struct symex *, const struct state *, const struct ins *);
/* The condition under which the running thread is enabled. */
term wait_condition(struct symex *, struct state *);
/* The thread that the wait is for, the owner of the lock or the one that is joined; or NO_THREAD.
 */
uint32_t wait_holder(struct symex *, struct state *);
/* Is it a join that only the end of the thread ends?  Nobody detaches or cancels threads. */
bool wait_is_for_end(const struct symex *, const struct ins *wait);
/* Can only the thread that the wait is for end it? */
bool wait_has_one_ender(const struct symex *, const struct ins *wait);
term wait_object(struct symex *, struct state *); /* pointer to the object waited for; or null */

/* A wait for a signal that the environment may send, or for a connection that somebody outside may
 * make, is no deadlock. */
bool wait_is_for_signal(const struct symex *, const struct state *);
/* Is the thread one of a model that only sends signals?  Deadlock checks ignore it. */
bool wait_is_sender(const struct state *);
/* The condition under which the witness (goto/program/monitor.h) does not mean a deadlock in this
 * state; false without a witness. */
term wait_excused(struct symex *, struct state *);
uint32_t wait_property(struct symex *, const struct state *); /* no deadlock */
/* Without other threads, a wait whose condition is false never ends: a deadlock.  Implements the
 * engine operation 'wait'. */
bool wait_alone(struct symex *, struct state *, const struct ins *, term condition);

#endif
