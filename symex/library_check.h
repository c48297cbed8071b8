/* symex/library_check.h -- what is checked of a concurrent library and of the progress of threads:
 * plain data.
 *
 * The client of a library (tasks/api/api.h) tells by intrinsics when operations are called and
 * return; docs/internals.md has the definitions ("Concurrent libraries").
 */
#ifndef SYMEX_LIBRARY_CHECK_H
#define SYMEX_LIBRARY_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which orders of the calls may explain their results: those that respect real time; those that
 * respect each thread; those that respect the moments at which no call is open. */
enum consistency {
	CONSISTENCY_NONE, /* histories are not checked */
	CONSISTENCY_LINEARIZABLE,
	CONSISTENCY_SEQUENTIAL,
	CONSISTENCY_QUIESCENT,
};

/* What must not recur for ever.  LIVENESS is about whole programs: threads end.  TERMINATION is the
 * same, without fairness where the answer is yes. */
enum progress_kind {
	PROGRESS_NONE,
	PROGRESS_DEADLOCK_FREE,
	PROGRESS_STARVATION_FREE,
	PROGRESS_OBSTRUCTION_FREE,
	PROGRESS_LOCK_FREE,
	PROGRESS_WAIT_FREE,
	PROGRESS_LIVENESS,
	PROGRESS_TERMINATION,
};

/* What proofs of LIVENESS and of deadlock- and starvation-freedom rest on. */
#define WEAK_FAIRNESS "weak fairness: each thread that stays enabled goes on"

struct library_check {
	enum consistency consistency;
	bool is_self;    /* the specification is the library, used by one thread: without its threads */
	bool has_points; /* it is asserted by the program, at linearization points
	                    (goto/passes/linpoint.h) */
	enum progress_kind progress;
	uint32_t wait_free_steps; /* WAIT_FREE: an operation returns within so many visible steps of its
	                             thread; 0: within any number */
	bool unfair_environment;  /* spurious wakeups, timeouts and failures of a weak compare-exchange
	                             may happen for ever */
	const char *const *server; /* functions whose threads may run for ever */
	size_t nservers;
};

#endif
