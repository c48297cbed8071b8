/* symex/events/record/events.h -- all schedules of the unwound program as events with an order.
 *
 * Each thread is executed once, alone.  A read of memory that another thread may have written
 * returns a fresh symbol and leaves a read event; a write leaves a write event with its guard and
 * value.  The schedules are then a formula: program order, creation of threads, and for each read
 * one write that it takes its value from, with no other write of the same bytes between the two
 * (the pi-functions of concurrent SSA).  One query covers all schedules.
 *
 * Wang, Kundu, Ganai and Gupta, Symbolic Predictive Analysis for Concurrent Programs (FM 2009),
 * section 4, encode the events of one trace this way.  Here the events have guards, since threads
 * branch, and come from the whole unwound program.
 *
 *   record/   the types of what an execution leaves, and questions that need nothing but that
 *   execute/  executes the threads, again until it is known which memory they share
 *   encode/   that as a formula
 *   local/    facts that need no order of nodes, and what they decide
 *   ask/      queries about the formula, and what comes of them
 *   and in events/ itself the engine, the search and the entry of the table of strategies
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
#ifndef SYMEX_EVENTS_RECORD_EVENTS_H
#define SYMEX_EVENTS_RECORD_EVENTS_H

#include "solvers/order/order.h"
#include "symex/core/naming.h"
#include "symex/core/state.h"
#include "symex/events/record/event_bytes.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "symex/replay/run_choices.h"
#include "util/vec.h"

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

struct happens_before; /* happens_before.h */

struct read_source {      /* a write that a read may take its value from, and does if 'taken' */
	uint32_t read, write; /* write: NO_EVENT: the initial value */
	struct event_bytes at;
	term taken;
};

struct link { /* a write that a read may find */
	uint32_t read, write;
	term active; /* the write happens, and is to the bytes that are read */
};

struct interval { /* of interval.c */
	uint32_t read;
	term within; /* what it returns, if it happens, is in the interval */
};

struct model;        /* solvers/model.h */
struct sharing;      /* sharing.c */
struct run_follower; /* follow.h */
struct known;        /* known.h */
struct inputs;       /* symex/replay/inputs.h */

struct events { /* x->self */
	struct symex *x;
	const struct memory_model *model;
	struct naming naming;
	struct sharing *sharing;
	struct run_follower *follower; /* follows the paths of a run; NULL: all paths */
	const struct known *known;     /* threads go these branches, and stop at others; NULL: all */
	struct live *live;             /* which registers are live; with 'known', or rounds.c */
	struct inputs *vector;         /* the values of inputs; NULL: any */
	VEC(struct frontier) frontier;
	VEC(struct fork) fork;
	bool probes;       /* reads return the values of the run, to find out which memory it shares */
	bool passes_joins; /* joins that no thread ends go on, to find out which memory is shared */
	bool passed;       /* one did, in this execution */
	bool strays; /* a value excludes the path of the run: memory is not known to be shared yet */
	VEC(struct event) event;
	VEC(struct event_fence) fence; /* none if they do nothing under the memory model */
	/* C11: sequentially consistent accesses to memory of one thread, which have no sources. */
	VEC(struct event) lone;
	VEC(struct event_node) node;
	VEC(struct event_thread) thread;
	VEC(struct event_stop) stop;
	VEC(struct waiting) waiting;
	VEC(struct spin) spin;
	VEC(struct condition) condition;
	VEC(struct watched_arrival) arrival;
	size_t executed;            /* along known branches: conditions before the encoding */
	VEC(uint32_t) choice_node;  /* by index in x->choice: the last node of its thread before */
	VEC(uint32_t) cut_location; /* by index in x->cut: where a loop was cut; cuts.c */
	struct map closed;          /* such locations that no execution goes on from */
	bool closes_none;           /* one did in a later unwinding */
	VEC(struct round) round;    /* of loops; rounds.c */
	struct map round_at;        /* location of a loop's head -> the last of them there */
	size_t round_first;         /* of the round that was asked about last: its first event */
	VEC(uint32_t) queue;        /* threads still to be executed */
	struct pmap created;        /* of all threads (core/state.h) */
	uint32_t most;              /* threads in the last execution */
	uint32_t most_nodes;        /* of an execution, which is given up then; 0: any number */
	uint32_t current;           /* thread being executed */
	uint32_t jump_location;     /* of the instruction being executed, if it may end an iteration */
	uint32_t symbols;
	struct order *order;
	uint64_t reductions;  /* bits of those that apply: symex/reduction.h */
	bool turn;            /* queries have a limit of time, or of effort, of their own */
	bool second_way;      /* along known branches: the first way has exceeded it */
	bool late;            /* one has exceeded it */
	bool has_model;       /* one has found an execution */
	bool had_model;       /* the same, of an unwinding before */
	uint64_t began;       /* work.done (process/work.h) at the begin of the search */
	uint64_t extra_until; /* the same for queries that no verdict needs: where they end */
	bool no_deadlock;     /* progress.c */
	bool has_parts;       /* parts of addresses are in shared memory, as numbers */
	struct loc part_loc;  /* of the last of them */
	bool makes_pointer;   /* what was read as a number became a pointer to no object */
	struct event_history history;
	struct happens_before *hb; /* NULL: the memory model has no such graphs */
	struct sections *sections; /* section.c */
	struct solver *bounds;     /* only the lemmas of sum.c; NULL: there are none */
	bool by_bounds;            /* the last query contradicts them alone */
	VEC(term) derived;         /* facts, of local.c */
	struct map impossible;     /* queries of local.c, without names -> they cannot hold */
	VEC(struct interval) interval;
	VEC(term) initial; /* values of memory that reads may find before anybody has written */
	/* All sources of reads; none under sc, unless executions are counted. */
	VEC(struct read_source) source;
	VEC(struct link) link;   /* of reads in nodes that wait */
	const term *blocked;     /* by wait: the thread is blocked there; deadlock.c */
	const term *spins;       /* by index in 'spin': the thread does so for ever; spin.c */
	term *outside_bound;     /* by node: the context bound excludes it; NULL: not encoded */
	bool only_races;         /* is asked for now: C11 */
	bool bound_first;        /* a question about all schedules, beyond the bound, took too long */
	const char *unsupported; /* what this engine cannot encode; NULL: nothing so far */
	struct loc unsupported_loc;
	/* After a query that has a model: */
	uint32_t *rank;  /* of each node of the order */
	uint32_t *place; /* C11, by event: in the order of its location; NO_RANK: in none.  Or NULL */
	const struct condition *goal;
};

static inline struct events *events_of(const struct symex *x) {
	return x->self;
}

static inline bool events_reduce_by(const struct events *e, enum reduction which) {
	return e->reductions >> which & 1;
}

/* --- What is asked, by options and the memory model. --- */
/* Does a read find any write that coherence allows, as in C11? */
static inline bool events_are_coherent(const struct events *e) {
	return e->model->source == SOURCE_COHERENT;
}
/* A race of a C11 program is undefined behaviour, and always looked for. */
bool events_check_races(const struct events *);
/* Is happens-before encoded?  Under C11; and for the races of a program with weaker orders than
 * sequential consistency, also where its executions are interleavings. */
bool events_by_order(const struct events *);
bool count_is_wanted(const struct events *);
/* Is asked whether threads end? */
bool spin_wanted(const struct events *);
/* May rounds of loops that change nothing be left out? */
bool rounds_wanted(const struct events *);
/* Is it asked whether orders of calls explain their results? */
bool history_is_wanted(const struct events *);
/* Does the memory model have store buffers? */
bool buffers_are_used(const struct events *);

/* --- About nodes and events. --- */
static inline bool same_thread(const struct events *e, const struct event *a,
                               const struct event *b) {
	return e->node.at[a->node].tid == e->node.at[b->node].tid;
}

/* The condition that a node happens, as other threads see it. */
term node_happens(struct events *, uint32_t node);
/* Is it an access of a function of the library to its own words? */
bool event_is_library(const struct events *, const struct event *);
/* The condition that two accesses have bytes in common. */
term event_overlap(struct events *, const struct event *, const struct event *);
/* This engine cannot encode the program. */
void events_unsupported(struct events *, struct loc, const char *why);

#endif
