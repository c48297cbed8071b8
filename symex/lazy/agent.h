/* symex/lazy/agent.h -- who may take the next step at a node.
 *
 * Threads do.  A memory model may have more: where a store does not reach memory at once, the
 * buffer of each thread, whose step brings its oldest store there.  So the tree does not go over
 * the numbers of threads to find out who may run, but asks agents_enabled, which asks the model;
 * and whatever depends on the kind of an agent has a switch over it.
 *
 * A step of an agent has a footprint, by which sleep sets and persistent sets know it
 * (explore/footprint.h), a place in the schedule that a replay follows, and a bit in sets of agents
 * (agent_bit).  What an agent has besides memory and the states of threads is a part of the key
 * (key.c).
 */
#ifndef SYMEX_LAZY_AGENT_H
#define SYMEX_LAZY_AGENT_H

#include "symex/lazy/node.h"

enum agent_kind { AGENT_THREAD };

struct agent {
	enum agent_kind kind;
	uint32_t tid; /* NO_THREAD: none */
};

#define NO_AGENT ((struct agent){AGENT_THREAD, NO_THREAD})

static inline struct agent agent_thread(uint32_t tid) {
	return (struct agent){AGENT_THREAD, tid};
}

static inline bool agent_is_none(struct agent a) {
	return a.tid == NO_THREAD;
}

/* In sets of agents: persistent sets, sleep sets. */
static inline uint64_t agent_bit(struct agent a) {
	switch (a.kind) {
	case AGENT_THREAD: break;
	}
	return thread_bit(a.tid);
}

/* At most so many agents are enabled in a state. */
uint32_t agents_most(const struct tree *, const struct state *);
/* The enabled agents, in the order in which they are tried unless something better is known:
 * 'first', if it is a thread, then the thread that ran last.  status: of each thread
 * (explore/enabled.h).  Returns how many. */
uint32_t agents_enabled(const struct tree *, const struct state *, const uint8_t *status,
                        uint32_t first, struct agent *);
/* Executes the step of the agent, which 'st' is about to take; the states after it are in
 * x->paths.stopped, what it accesses in the log. */
void agent_step(struct tree *, struct agent, struct state *st);
/* The footprint of the step: its entries of the log, from 'logged' on. */
struct footprint agent_footprint(const struct tree *, struct agent, size_t logged);

#endif
