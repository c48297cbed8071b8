/* symex/symex_stats.h -- what symbolic execution counts, and how far it is. */
#ifndef SYMEX_SYMEX_STATS_H
#define SYMEX_SYMEX_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "result/search_progress.h"

/* Updated while symex runs: progress reports and the end of a timed-out run read it from another
 * thread. */
struct symex_stats {
	uint64_t steps, forks, merges, solver_calls, terms, unwind, properties, objects;
	double solver_seconds, solver_cpu_seconds, symex_seconds;
	uint64_t interleavings, failed; /* complete interleavings; those that end in a violation */
	uint64_t runs;   /* paths of the tree, those that end where a reduction cuts included */
	uint64_t paths;  /* of the program, covered by --strategy=mpc */
	uint64_t listed; /* --strategy=mpc: in the list of paths now */
	uint64_t branches,
	    taken;        /* --strategy=mpc: ways of conditional jumps; those that some run has taken */
	uint64_t nodes;   /* of the reachability tree */
	uint64_t depth;   /* steps of the schedule that is being explored */
	uint64_t threads; /* most threads at one time */
	uint64_t created; /* most threads in one execution, main included */
	uint64_t pruned_por, pruned_cache, pruned_summaries, pruned_infeasible;
	uint64_t context_bound;             /* of the current iteration */
	uint64_t contexts;                  /* in one schedule encoding */
	uint64_t uw_iterations, uw_allowed; /* queries; sequences of threads that they allow */
	uint64_t orders;                    /* solvers for an order of events */
	uint64_t instructions, sliced;      /* of the program; those that its slice drops */
	bool reads_input;                   /* a model has asked whether input is at its end */
	bool asks_environment;              /* a model has asked whether calls of the system may fail */
	struct search_progress progress;    /* what is established, and what is being done */
};

#endif
