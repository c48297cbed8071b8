/* symex/memory/pending.h -- the store buffers of a state: stores that have not reached memory.
 *
 * Under a memory model with store buffers (symex/model/model.h), a thread's store is visible to its
 * own loads at once, and to other threads when it leaves the buffer.  The state keeps a list for
 * each thread (state.pending), the youngest first; its entries never change.  Which of them may
 * leave next, the model says:
 *
 *   STORE_BUFFERED      the oldest one
 *   STORE_BY_LOCATION   every one that no older one overlaps and no older barrier is behind; where
 *                       two may overlap, but need not, whoever asks has to refuse (pending_clash)
 *
 * A thread sees memory as it will be when its buffer is empty: pending_view.  So stores of other
 * sizes, at offsets that are not constant, and under the guard of a pointer need no cases of their
 * own.
 *
 * Entries have positions, from the oldest one on, barriers not counted: 0, 1, ...
 */
#ifndef SYMEX_MEMORY_PENDING_H
#define SYMEX_MEMORY_PENDING_H

#include "symex/memory/store.h"
#include "symex/model/model.h"

struct pending {
	const struct pending *up; /* the one issued before it; NULL: none */
	uint32_t object;          /* 0: a barrier between stores */
	term offset;
	struct scalar scalar;
	term guard; /* the store is made only where it holds */
	term value;
	const struct ins *ins; /* that issued it */
	uint32_t location;     /* x->current.location then */
	struct loc loc;
};

/* The youngest one of the thread; NULL: its buffer is empty. */
static inline const struct pending *pending_of(const struct state *st, uint32_t tid) {
	return (const struct pending *)(uintptr_t)pmap_get(&st->pending, tid + 1);
}

bool pending_any(const struct state *);                        /* of any thread */
uint32_t pending_length(const struct state *, uint32_t tid);   /* without barriers */
bool pending_same(const struct state *, const struct state *); /* the same buffers */
const struct pending *pending_at(const struct state *, uint32_t tid, uint32_t position);

/* The running thread issues a store, or a barrier. */
void pending_push(struct symex *, struct state *, const struct access *, term value);
void pending_barrier(struct symex *, struct state *);

/* May the store leave the buffer next? */
bool pending_may_leave(struct symex *, const struct state *, uint32_t tid, uint32_t position,
                       enum model_store);
/* Are there two stores of the running thread to the same object of which it is not known whether
 * they overlap? */
bool pending_clash(struct symex *, const struct state *);
/* The store reaches memory, unless its object has ended. */
void pending_flush(struct symex *, struct state *, uint32_t tid, uint32_t position);
/* The object has ended for sure: what the running thread would store there, nobody sees. */
void pending_drop(struct symex *, struct state *, uint32_t object);

/* What of a read's bytes the running thread has in its buffer.  NONE: certainly nothing.  ALL:
 * certainly everything.  */
enum pending_part { PENDING_NONE, PENDING_SOME, PENDING_ALL };
enum pending_part pending_part(struct symex *, const struct state *, const struct access *);
/* The content of the object as the running thread sees it; a copy. */
const struct content *pending_view(struct symex *, const struct state *, uint32_t object);

#endif
