/* symex/lazy/actor.h -- who may take the next step at a node.
 *
 * Threads do.  Where a store does not reach memory at once, so does the buffer of each thread,
 * whose step brings a store there: one actor for each store that may leave next.  So the tree does
 * not go over the numbers of threads to find out who may run, but asks actors_enabled, which asks
 * the model; and whatever depends on the kind of an actor has a switch over it.
 *
 * A step of an actor has a footprint, by which sleep sets and persistent sets know it
 * (explore/footprint.h), a place in the schedule that a replay follows, and a bit in sets of actors
 * (actor_bit).  What an actor has besides memory and the states of threads is a part of the key
 * (key.c).
 */
#ifndef SYMEX_LAZY_ACTOR_H
#define SYMEX_LAZY_ACTOR_H

#include "symex/lazy/node.h"

/* BUFFER: a store of the thread reaches memory. */
enum actor_kind { ACTOR_THREAD, ACTOR_BUFFER };

struct actor {
	enum actor_kind kind;
	uint32_t tid;      /* NO_THREAD: none */
	uint32_t position; /* BUFFER: of the store (symex/memory/pending.h) */
};

#define NO_ACTOR ((struct actor){ACTOR_THREAD, NO_THREAD, 0})

static inline struct actor actor_thread(uint32_t tid) {
	return (struct actor){ACTOR_THREAD, tid, 0};
}

static inline bool actor_is_none(struct actor a) {
	return a.tid == NO_THREAD;
}

/* Where there are buffers, at most so many threads exist: the upper half of the numbers that sets
 * of actors have is for the buffers. */
enum { BUFFER_THREADS = 32 };

static inline uint32_t actor_buffer(uint32_t tid) {
	return BUFFER_THREADS + tid;
}

/* In footprints and sets of actors: persistent sets, sleep sets.  All stores of a buffer have the
 * same one. */
static inline uint32_t actor_number(struct actor a) {
	switch (a.kind) {
	case ACTOR_BUFFER: return actor_buffer(a.tid);
	case ACTOR_THREAD: break;
	}
	return a.tid;
}

static inline uint64_t actor_bit(struct actor a) {
	return thread_bit(actor_number(a));
}

/* Do the threads have buffers, under the model of the search? */
bool actors_buffer(const struct tree *);

/* At most so many actors are enabled in a state. */
uint32_t actors_most(const struct tree *, const struct state *);
/* The enabled actors, in the order in which they are tried unless something better is known:
 * 'first', if it is a thread, then the thread that ran last.  status: of each thread
 * (explore/enabled.h).  Threads from number 'end_new' on are left out if they have not begun.
 * Returns how many. */
uint32_t actors_enabled(struct tree *, const struct state *, const uint8_t *status, uint32_t first,
                        uint32_t end_new, struct actor *);
/* Executes the step of the actor, which 'st' is about to take; the states after it are in
 * x->paths.stopped, what it accesses in the log. */
void actor_step(struct tree *, struct actor, struct state *st);
/* The footprint of the step: its entries of the log, from 'logged' on. */
struct footprint actor_footprint(const struct tree *, struct actor, size_t logged);

#endif
