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
 */
#ifndef SYMEX_EVENTS_RECORD_EVENTS_H
#define SYMEX_EVENTS_RECORD_EVENTS_H

#include "solvers/order/order.h"
#include "symex/core/naming.h"
#include "symex/core/state.h"
#include "symex/events/record/event.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "util/base/vec.h"

struct model;          /* solvers/model.h */
struct happens_before; /* hb_graph.h */
struct sections;       /* section.h */
struct sharing;        /* sharing.c */
struct run_follower;   /* follow.h */
struct known;          /* known.h */
struct inputs;         /* symex/replay/run/inputs.h */

/* --- What belongs to one module, or one phase, of a search. --- */

struct event_branches {        /* of strategies along known branches: events_search.c */
	const struct known *known; /* threads go these branches, and stop at others; NULL: all */
	VEC(struct frontier) frontier;
	VEC(struct fork) fork;
	size_t conditions; /* before the encoding */
	bool second_way;   /* the first way to solve has exceeded its limit */
};

struct event_execution {    /* the execution that is under way: execute/ and the engine */
	VEC(uint32_t) queue;    /* threads still to be executed */
	struct pmap created;    /* of all threads (core/state.h) */
	uint32_t most;          /* threads in the last execution */
	uint32_t most_nodes;    /* of an execution, which is given up then; 0: any number */
	uint32_t current;       /* thread being executed */
	uint32_t jump_location; /* of the instruction being executed, if it may end an iteration */
	uint32_t symbols;
	struct live *live; /* which registers are live; with known branches, or rounds.c */
	bool probes;       /* reads return the values of the run, to find out which memory it shares */
	bool passes_joins; /* joins that no thread ends go on, to find out which memory is shared */
	bool passed;       /* one did */
	bool strays; /* a value excludes the path of the run: memory is not known to be shared yet */
};

struct event_rounds { /* of loops: execute/rounds.c */
	VEC(struct round) open;
	struct map at; /* location of a loop's head -> the last of them there */
	size_t first;  /* of the round that was asked about last: its first event */
};

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

struct event_formula { /* what encode/ has made besides the order */
	/* All sources of reads; none under sc, unless executions are counted. */
	VEC(struct read_source) source;
	VEC(term) initial;     /* values of memory that reads may find before anybody has written */
	VEC(struct link) link; /* of reads in nodes that wait */
	const term *blocked;   /* by wait: the thread is blocked there; deadlock.c */
	const term *spins;     /* by index in 'spin': the thread does so for ever; spin.c */
	term *outside_bound;   /* by node: the context bound excludes it; NULL: not encoded; bound.c */
};

struct event_facts { /* that need no order: local/ */
	VEC(term) derived;
	VEC(struct interval) interval;
	struct map impossible; /* queries, without names -> they cannot hold; over all unwindings */
	bool no_deadlock;
};

struct event_queries {     /* ask/events_ask.c */
	struct solver *bounds; /* only the lemmas of sum.c; NULL: there are none */
	bool by_bounds;        /* the last query contradicts them alone */
	bool turn;             /* queries have a limit of time, or of effort, of their own */
	bool late;             /* one has exceeded it */
	bool has_model;        /* one has found an execution */
	bool had_model;        /* the same, of an unwinding before */
	uint64_t began;        /* work.done (process/work.h) at the begin of the search */
	uint64_t extra_until;  /* the same for queries that no verdict needs: where they end */
};

struct event_found { /* after a query that has a model, of that */
	uint32_t *rank;  /* of each node of the order */
	uint32_t *place; /* C11, by event: in the order of its location; NO_RANK: in none.  Or NULL */
	const struct condition *goal; /* that is violated */
};

struct event_violations { /* ask/violation.c */
	bool only_races;      /* is asked for now: C11 */
	bool bound_first;     /* a question about all schedules, beyond the bound, took too long */
};

struct event_cuts {         /* ask/cuts.c */
	VEC(uint32_t) location; /* by index in x->cut: where a loop was cut */
	struct map closed;      /* such locations that no execution goes on from */
	bool closes_none;       /* one did in a later unwinding */
};

struct events { /* x->self */
	struct symex *x;
	const struct memory_model *model;
	struct naming naming;
	uint64_t reductions;           /* bits of those that apply: symex/reduction.h */
	struct run_follower *follower; /* follows the paths of a run; NULL: all paths */
	struct inputs *vector;         /* the values of inputs; NULL: any */
	struct event_branches branches;
	const char *unsupported; /* what this engine cannot encode; NULL: nothing so far */
	struct loc unsupported_loc;

	/* Executing, and what is left of it. */
	struct sharing *sharing; /* over all unwindings */
	struct event_execution execution;
	struct event_rounds rounds;
	struct event_history history;
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
	VEC(uint32_t) choice_node; /* by index in x->choice: the last node of its thread before */

	/* The formula, and what is asked about it. */
	struct order *order;
	struct sections *sections; /* encode/section.c */
	struct happens_before *hb; /* NULL: the memory model has no such graphs */
	struct event_formula formula;
	struct event_facts facts;
	struct event_queries queries;
	struct event_found found;
	struct event_violations violations;
	struct event_cuts cuts;
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
