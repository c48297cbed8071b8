/* symex/replay/logged.h -- operations of the engines of replays that also tell the event log. */
#ifndef SYMEX_REPLAY_LOGGED_H
#define SYMEX_REPLAY_LOGGED_H

#include "symex/replay/replay_impl.h"

/* Is something to be told: is the graph recorded, and is this no look ahead, nor an observer's? */
bool logged_is_on(const struct symex *);

void logged_instruction(struct symex *, const struct state *);
void logged_fence(struct symex *, struct state *, enum mem_order);
void logged_synchronise(struct symex *, struct state *, term word, bool acquires);
void logged_spawned(struct symex *, struct state *creator, const struct state *thread);
bool logged_wait(struct symex *, struct state *, const struct ins *, term condition);

/* With store buffers. */
term logged_load(struct symex *, struct state *, const struct access *, bool is_pointer);
bool logged_store(struct symex *, struct state *, const struct access *, term value);
void logged_flush(struct symex *, struct state *, uint32_t tid, uint32_t position);
void logged_buffer_fence(struct symex *, struct state *, enum mem_order);

#endif
