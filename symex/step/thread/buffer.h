/* symex/step/thread/buffer.h -- store buffers: which stores wait in one, and what waits for it to
 * be empty.
 *
 * For engines that execute the threads of a program under a memory model with store buffers, tso or
 * pso (symex/model/model.h): operations of struct engine_memory, and what the engine asks before it
 * lets a thread go on.
 *
 *   access of the user's code                      what happens
 *   load, any order                                reads the own buffer, then memory
 *   store: plain, volatile, relaxed                waits in the buffer
 *   store: release                                 the same, behind a barrier (pso)
 *   fence: release, acq_rel                        a barrier (pso)
 *   store: seq_cst; fence: seq_cst                 once the buffer is empty
 *   read-modify-write, also one that fails         once the buffer is empty; at once
 *   atomic section                                 the same
 *   a step of the library that others can notice   the same: mutexes, creation and end of threads
 *
 * A thread waits for its buffer before the instruction, behind which it goes on; the engine brings
 * the stores to memory, each in a step of its own, and asks buffer_waits again.  Hidden checks and
 * the instruction that they guard are one step, so a thread waits in front of the checks.
 *
 * Only what another thread may notice waits in a buffer: not the accesses of a thread that is
 * alone, and none to memory that goto/analysis/visible.c has found to be of one thread.
 */
#ifndef SYMEX_STEP_THREAD_BUFFER_H
#define SYMEX_STEP_THREAD_BUFFER_H

#include "symex/memory/pending.h"

/* Does the model of this execution have store buffers? */
bool buffer_exists(const struct symex *);

/* Is the next instruction of the running thread one that the thread comes to with an empty buffer
 * only? */
bool buffer_drains(const struct state *);
/* Are 'most' stores in the running thread's buffer, and does the next instruction make one more?  A
 * buffer of the machine can be longer: whoever has the thread wait then has to say so. */
bool buffer_is_full(const struct state *, uint32_t most);
/* Does the running thread wait for its buffer: for all of it, or for room? */
bool buffer_waits(const struct state *, uint32_t most);
/* Is the thread to stop here, since it has to wait for its buffer and no switch point may be here?
 * A thread that is alone empties its buffer instead: nobody sees in which order. */
bool buffer_stops(struct symex *, struct state *);

/* Operations of struct engine_memory.  Refuses what is not exact. */
bool buffer_is_own(struct symex *, struct state *, const struct access *);
void buffer_access(struct symex *, struct state *, const struct access *);
term buffer_read(struct symex *, struct state *, const struct access *, bool is_pointer);
bool buffer_write(struct symex *, struct state *, const struct access *, term value);
void buffer_fence(struct symex *, struct state *, enum mem_order);

/* A store of the thread reaches memory: a step of its own. */
void buffer_flush(struct symex *, struct state *, uint32_t tid, uint32_t position);

#endif
