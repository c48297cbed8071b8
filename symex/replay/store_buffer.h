/* symex/replay/store_buffer.h -- when stores leave the buffers of a replay, under --mm tso and pso.
 *
 * The buffers are those of the state (step/thread/buffer.h).  A plan by location names the stores
 * that wait there, and has a step for each that reaches memory; if the model does not allow that
 * yet, what has to come before goes first.  All other stores leave as soon as they may, and before
 * what drains the buffer everything does.  So whatever the plan says, the execution is one of the
 * memory model, and the violation has to happen by itself.
 *
 * A plan by thread has a step for each store that leaves, and nothing leaves by itself.
 */
#ifndef SYMEX_REPLAY_STORE_BUFFER_H
#define SYMEX_REPLAY_STORE_BUFFER_H

#include "symex/replay/replay_impl.h"

/* The running thread executes its next instruction. */
void store_buffer_step(struct symex *, struct state *);
/* Does the next instruction drain the buffer, in which stores are whose time the plan says? */
bool store_buffer_waits(struct symex *, const struct state *);
/* It has stored something: operations of the engine. */
bool store_buffer_write(struct symex *, struct state *, const struct access *, term value);
term store_buffer_read(struct symex *, struct state *, const struct access *, bool is_pointer);
/* No thread goes on: all stores leave. */
void store_buffer_end(struct symex *, struct state *);
/* The step of a plan: a store of the thread reaches memory; false: it may not. */
bool store_buffer_flush(struct symex *, struct state *, uint32_t tid, const struct plan_step *);

#endif
