/* symex/replay/replay_plan.h -- the schedule of a replay, made by the engine that found the
 * violation. */
#ifndef SYMEX_REPLAY_REPLAY_PLAN_H
#define SYMEX_REPLAY_REPLAY_PLAN_H

#include "symex/core/naming.h"

#define NO_RANK UINT32_MAX

struct plan_step {
	uint32_t tid;      /* the thread that runs; naming by location: its number there */
	uint32_t until;    /* naming by location: the location at which it stops; 0: none */
	bool undivided;    /* naming per thread: the step ends where the thread waits or ends */
	bool at_switch;    /* naming per thread: the step begins at a switch point */
	bool in_loop;      /* naming per thread: it does not, but within a long loop */
	bool flushes;      /* nobody runs: a store of the thread reaches memory (memory/pending.h) */
	uint32_t position; /* of that store in the thread's buffer: 0 is the oldest one there; naming by
	                      location: it is the one that was made at 'until', at this offset of its
	                      object */
	uint64_t offset;
};

struct plan_store { /* naming by location: it waits in the buffer of its thread until its step */
	uint32_t location;
	uint64_t offset;
};

#define PLAN_INITIAL UINT32_MAX

struct plan_source { /* of bytes that are read */
	uint64_t from;
	uint32_t n;
	uint32_t write; /* index of the access that wrote them; or PLAN_INITIAL */
};

struct plan_access {   /* to memory that threads share */
	uint32_t location; /* of its node */
	uint32_t object;   /* of the execution that is replayed */
	uint64_t from;
	uint32_t n;
	bool is_write;
	uint32_t rank;           /* a write: its place among the writes of these bytes; or NO_RANK */
	uint32_t first, sources; /* a read: in plan.source, the lowest bytes first; 0: not known */
	bool is_settled;         /* a read without sources, of the last write in the issue order */
	term value;              /* a read: what the model says */
};

/* How the execution ends.  IN_LOOP: some steps of the plan come back to the state after a first
 * round of them.  WAITING: in a state in which a thread waits.  THERE: that is the violation. */
enum plan_ending { PLAN_ENDS, PLAN_ENDS_IN_LOOP, PLAN_ENDS_WAITING, PLAN_ENDS_THERE };

struct plan {                    /* the schedule of a program with threads */
	const struct naming *naming; /* of the execution that is replayed */
	VEC(struct plan_step) step;
	VEC(struct plan_store) store;
	bool is_complete; /* the last state is checked for a deadlock and for data races */
	enum plan_ending ending;
	uint32_t loop, again; /* IN_LOOP: steps before the first and the second round */
	uint32_t stays;       /* unless ENDS: the thread of the violation */
	/* Every thread has ended then, or waits, or spins: one round of a loop of each of these brings
	 * back the state (spins.h). */
	bool is_stuck;
	VEC(uint32_t) spin; /* by location: the threads that spin */
	/* Reads are told their sources (symex/replay/told.h).  Accesses are sorted by location, those
	 * of one node in the order of execution. */
	bool tells;
	VEC(struct plan_access) access;
	VEC(struct plan_source) source;
	bool has_race; /* the violation is a race of two of them, which nothing orders */
	uint32_t raced[2];
};

#endif
