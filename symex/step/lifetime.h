/* symex/step/lifetime.h -- threads begin, end, and are joined. */
#ifndef SYMEX_STEP_LIFETIME_H
#define SYMEX_STEP_LIFETIME_H

#include "symex/core/state.h"

/* A new thread at the first instruction of 'body'; returns its number. */
uint32_t thread_spawn(struct symex *, struct state *, struct function *body, struct created);
void thread_end(struct symex *, struct state *); /* the running one; st->frame becomes NULL */
/* The running thread has executed a join of 'tid'; recorded if that thread has ended. */
void thread_joined(struct symex *, struct state *, uint32_t tid);

#endif
