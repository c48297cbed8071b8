/* symex/config.h -- what symbolic execution is asked to do, and what it counts: plain data. */
#ifndef SYMEX_CONFIG_H
#define SYMEX_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "goto/monitor.h"
#include "report/result.h"
#include "solvers/solver.h"

#define NO_BOUND UINT32_MAX

struct strategy;

struct unwind_rule { /* --unwindset main.0:5 */
	const char *loop;
	uint32_t bound;
	uint32_t thread; /* only of this one, main is 0, the others in their order of creation; or
	                    NO_THREAD: of all that have no rule of their own */
};

struct bounds {
	uint32_t unwind; /* NO_BOUND: deepen until nothing is cut */
	const struct unwind_rule *rule;
	size_t nrules;
	bool partial_loops;        /* go on after the last unwinding as if the loop had ended */
	bool unwinding_assertions; /* a cut loop violates; false: it is only assumed away, as a bound */
	bool induction;            /* where deepening goes on, also look for a proof by induction */
	uint32_t depth;            /* instructions of an execution; NO_BOUND: any number */
	uint32_t max_inductive;    /* of a loop's rounds in a proof; NO_BOUND: any number */
	uint32_t first_unwind;     /* deepening begins here */
	uint32_t max_unwind;       /* deepening gives up here; NO_BOUND: never */
};

/* GUIDE: only the schedule that the monitor prefers. */
enum order { ORDER_SWITCHES, ORDER_DFS, ORDER_RANDOM, ORDER_GUIDE };

struct schedules {             /* which interleavings are explored, and how */
	uint32_t context_bound;    /* changes of the running thread; NO_BOUND: any number */
	uint32_t preemption_bound; /* of these, away from a thread that could go on */
	uint32_t decision_bound;   /* points with more than one enabled thread; later ones go on */
	const struct strategy *strategy; /* symex/strategy.h */
	enum order order; /* SWITCHES: bounds are deepened from 0, so short ones come first */
	uint64_t seed;    /* RANDOM */
	bool incremental; /* --incremental-context-bound: say at which bound nothing was cut */
	bool all_runs;    /* go on after a violation and count */
#define REDUCTION(ID, field, name, off, help) bool field; /* symex/reduction.h */
#include "symex/reductions.def"
	bool deadlock_check, race_check, lock_order_check;
};

struct environment { /* what it may do; see symex/environment.def */
#define ENVIRONMENT(field, name, assumption) uint32_t field;
#include "symex/environment.def"
};

struct symex_config {
	struct bounds bounds;
	struct schedules schedules;
	struct monitor monitor; /* says which violations count */
	const struct solver_ops *solver;
	struct solver_config solver_config;
	bool multi_property; /* decide every property, not only the first violated one */
	const char *claim;   /* only this property id; or NULL */
	struct environment environment;
	bool async_signal_check;
	bool leak_check;
	bool leak_reachable_ok; /* with leak_check: what a pointer still reaches at the end is no leak
	                           (SV-COMP's valid-memtrack) */
	bool leak_at_exit_ok;   /* with leak_check: only at the end of main */
	bool unmodelled_pure; /* SV-COMP: a function without a body returns anything and changes nothing
	                       */
	bool termination;     /* nothing else: does every execution end?  Threads are not supported */
	bool unchecked_access; /* no assertions guard pointers: an invalid access is a hole */
	FILE *smt2;            /* where the queries about properties are written; or NULL */
	FILE *vcc;             /* where the conditions are shown; or NULL */
};

/* Kept up to date while symex runs: progress and an ended run read it from another thread. */
struct symex_stats {
	uint64_t steps, forks, merges, solver_calls, terms, unwind, properties, objects;
	double solver_seconds, solver_cpu_seconds, symex_seconds;
	uint64_t interleavings, failed; /* complete ones; those of them that end in a violation */
	uint64_t nodes, threads;        /* of the tree; most at one time */
	uint64_t created;               /* most threads in one execution, main included */
	uint64_t pruned_por, pruned_cache, pruned_infeasible;
	uint64_t context_bound;             /* being explored */
	uint64_t contexts;                  /* recorded in one formula */
	uint64_t uw_iterations, uw_allowed; /* questions; sequences of threads they may choose */
};

#endif
