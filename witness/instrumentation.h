/* witness/instrumentation.h -- a program with a witness instrumented into it (instrument.h): ghost
 * variables, what was not understood, and what the monitor answers.
 */
#ifndef WITNESS_INSTRUMENTATION_H
#define WITNESS_INSTRUMENTATION_H

#include "goto/program/prog.h"
#include "util/base/vec.h"
#include "witness/witness.h"

struct instrument_problem {
	struct loc where; /* in the witness */
	const char *text;
};

/* The schedule of a witness: in state s, an edge of thread[s] is next. */
struct guide {
	const struct expr *state;
	const uint32_t *thread; /* by state, a thread of the witness; or WITNESS_ANY_THREAD */
	uint32_t nstates;
	const struct expr *const *number; /* by thread: a variable with its number + 1; or NULL */
	uint32_t nthreads;
};

struct instrumentation {
	struct goto_prog *prog;
	const struct witness *witness;
	bool is_guided, is_race;
	bool is_loose; /* an update of a ghost variable is a step of its own */
	/* ghost variables */
	struct symbol *state;        /* shared: state of the automaton */
	struct symbol *active;       /* thread-local: targets that are being executed, a bit each */
	struct symbol *race_active;  /* thread-local, of a sequence about a race: 'active' once the
	                                automaton is in its last state, 0 before; or NULL */
	struct symbol *creates;      /* thread-local: thread of the witness that is being created */
	VEC(struct symbol *) thread; /* by thread of the witness: its number + 1, 0: none yet */
	VEC(struct symbol *) ghost;  /* those of the witness itself, shared */
	VEC(uint32_t) accepting;     /* states of a graph in which a violation counts */
	VEC(struct instrument_problem) unsupported; /* parts that are not understood: left out */
	VEC(struct instrument_problem) unmatched;   /* positions that no reachable code has */
	struct loc ambiguous; /* in the witness: a waypoint that may be meant to be passed by the same
	                         execution of a statement as the one before it; or NO_LOC */
	/* the answers of the monitor, see goto/program/monitor.h */
	const struct guide *guide; /* or NULL */
	const struct expr *end_condition, *race_condition, *race_sides;
	uint32_t nsides;
};

#endif
