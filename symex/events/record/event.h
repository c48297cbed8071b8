/* symex/events/record/event.h -- what the execution of a thread leaves: nodes, events, stops,
 * waits, conditions.
 *
 * Nodes.  A node is what a thread does without an interruption: the accesses of one instruction, of
 * the checks in front of it, or of an atomic section.  The nodes of one thread are ordered as they
 * were executed, those of exclusive branches one after the other.  A thread begins with a node of
 * its own.
 *
 * A thread stops where a condition fails that it requires: an assumption, the condition of a wait,
 * an assertion; and at the end of the program.  Then its later events do not happen, which their
 * guards say, and the other threads go on.  So every prefix of an execution is covered.
 */
#ifndef SYMEX_EVENTS_RECORD_EVENT_H
#define SYMEX_EVENTS_RECORD_EVENT_H

#include "symex/core/state.h"
#include "symex/core/value.h"
#include "symex/events/record/event_bytes.h"
#include "util/base/vec.h"

#define NO_NODE  UINT32_MAX
#define NO_EVENT UINT32_MAX

enum event_kind { EVENT_READ, EVENT_WRITE };

struct event {
	enum event_kind kind;
	uint32_t node;
	uint32_t memory;   /* of a write, store buffers: node of the order where it reaches memory */
	uint32_t location; /* where the thread is then (core/location.h) */
	uint32_t object;
	term offset;
	struct event_bytes at;
	term guard;
	term value; /* a read: the symbol; NO_TERM: of a block of symbolic length */
	const struct guard *path;
	term pointer_guard; /* of the access, without the guard of the path */
	enum mem_order order, failure_order;
	/* Of a word of the library: the conditions that its section releases what it writes, acquires
	 * what it reads (__mc_order_release, __mc_order_acquire); else false. */
	term releases, acquires;
	const struct ins *ins;
	struct loc loc;
	bool is_user;   /* race check: not inside the library */
	bool is_atomic; /* for races */
	bool in_section;
	bool is_settled; /* a read whose value follows from the order of critical sections */
	bool is_sliced;  /* a read whose value nothing depends on: events_slice.c */
	const struct function *function;
};

struct event_node {
	uint32_t tid;
	uint32_t index;    /* among the nodes of its thread, from 0 */
	uint32_t location; /* where the thread is before the node (core/location.h) */
	const struct guard *path;
	term guard;
	term done;     /* the thread gets past the node; it does for sure unless may_stop */
	bool may_stop; /* the thread may stop inside the node */
	struct loc loc;
	uint32_t first;    /* its events are not before this one */
	uint32_t writes;   /* write events in it */
	bool in_model;     /* it begins inside a function of the library */
	bool is_operation; /* an atomic operation of C: one load, one store or both of one object */
	bool modifies;     /* the same, a read-modify-write */
	bool is_section;   /* an atomic section of the user */
	bool drains;       /* store buffers: what the thread has stored before is in memory */
	bool is_barrier;   /* the same: it gets there before what the thread stores from here on */
	uint32_t *after;   /* by thread: how many of its nodes must happen before this one */
	uint32_t joins; /* the thread that the node waits for, whose nodes happen before it, if the */
	const struct guard *joined; /* thread gets as far as this; or NO_THREAD */
};

struct event_fence { /* a thread executes a fence: a node of its own */
	uint32_t node;
	enum mem_order order;
	const struct guard *path;
	term guard;
	uint32_t events; /* before it */
	struct loc loc;
};

struct event_stop {    /* a thread does not go on from a location */
	uint32_t node;     /* the last one of the thread there */
	uint32_t location; /* where the thread is then; inside a node: where the node begins */
	term when;
	bool by_assumption; /* an assumption of the program is false there */
	bool is_midway;     /* at an assumption, a wait, or in a loop: the thread has not ended */
};

struct waiting { /* a wait of a thread */
	uint32_t node;
	term guard, condition;
	term holder; /* number of the thread that can end the wait; NO_TERM: none in particular */
	enum sync_kind sync;
	const struct guard *path; /* after the wait */
	uint32_t joins;           /* SYNC_JOIN: the thread, if it is known; else NO_THREAD */
	uint32_t property;
	struct loc loc;
	bool for_signal;
};

struct spin { /* a round of a loop after which everything is as before: spin.c */
	uint32_t tid;
	uint32_t node;        /* the last one of the thread before its end */
	size_t first, events; /* its accesses are among these events */
	term when;            /* the thread gets to its end, and nothing has changed */
	struct loc loc;
};

struct condition { /* a verification condition at a point of a thread */
	uint32_t node; /* the last one of the thread before that */
	struct vc vc;
	const struct guard *path; /* whose guard is part of vc.violated */
	bool is_excluded;         /* by local.c */
	uint32_t first,
	    second;       /* a race: its events, the one that happens first first; else NO_EVENT */
	bool is_deadlock; /* node: NO_NODE */
	bool is_stuck;    /* the same: all threads have ended, wait or spin (spin.c) */
	bool is_history; /* the same: no order of the calls explains their results (events_history.c) */
	const term *cycle; /* a local deadlock: by thread, the condition that it is in the cycle */
};

struct event_thread { /* a thread, executed alone */
	bool exists;
	struct state start;
	uint32_t parent;
	uint32_t spawn;        /* which of the threads that its parent creates, from 0 */
	uint32_t spawn_node;   /* of the parent */
	VEC(uint32_t) spawner; /* all nodes that create it, on exclusive paths */
	uint32_t spawns;       /* threads that it has created so far */
	VEC(uint32_t) node;
	term ended; /* it has ended */
};

struct frontier {  /* where an execution leaves the branches that are known */
	uint32_t node; /* the last one of the thread before */
	uint32_t location;
	unsigned way; /* symex/concrete/known.h */
	term when;
	struct loc loc;
};

struct fork {      /* a conditional jump of the user's code, of which both ways are known */
	uint32_t node; /* the last one of the thread before */
	uint32_t location;
	term guard, jumps;
};

struct watched_arrival {   /* at an instruction that core/vacuity.h watches */
	const struct ins *ins; /* NULL: the end of the program */
	uint32_t node;         /* the last one of the thread before */
	term when;
};

struct event_call { /* of an operation, at one place of the unwound client */
	uint32_t tid, op;
	uint32_t node, return_node; /* return_node: NO_NODE: it never returns */
	const struct guard *path;
	term called, returned; /* conditions */
	uint32_t n, nresults;
	const term *arg, *result;
	const struct ins *ins; /* of the call, with the types of the arguments */
	struct loc loc;        /* of its return */
};

struct spec_runs; /* events_spec.c */

struct event_history { /* events_history.h */
	VEC(struct event_call) call;
	struct state begin; /* where the threads of the client are about to begin */
	bool has_begun;
	struct spec_runs *runs; /* of the specification; NULL: none yet */
	/* C11, by two calls: the client makes the return of the first happen before the second. */
	const term *synchronises;
};

#endif
