/* symex/concrete/retrace.h -- the execution that a model describes, as a run.
 *
 * A replay of the model (symex/replay/replay.h) says which thread executes each instruction, and
 * which numbers its choices have.  A concrete run with the same threads and values is the same
 * execution, with its trace: a counterexample becomes a test (symex/concrete/cover.h).
 */
#ifndef SYMEX_CONCRETE_RETRACE_H
#define SYMEX_CONCRETE_RETRACE_H

#include "symex/core/execution.h"
#include "symex/replay/run/run_trace.h"
#include "util/base/map.h"

struct retrace_part { /* a thread runs alone */
	uint32_t thread;
	uint64_t until;  /* so many instructions of it have been executed at the end, by run_counts */
	uint32_t checks; /* the last ones are hidden assertions, before which a run stops */
};

struct retrace {
	struct model *model;
	uint32_t goal; /* the property that is violated at the end */
	VEC(struct retrace_part) part;
	VEC(uint64_t) executed; /* by thread, in the replay */
	VEC(uint32_t) choices;  /* by thread */
	struct map number_of;   /* thread << 32 | number in the thread -> number of the choice */
};

/* Replays the model; false: that does not end in the violation.  To be freed in any case. */
bool retrace_open(struct retrace *, struct symex *, struct model *, const struct vc *);
void retrace_free(struct retrace *);

/* The thread that runs next, after those parts that are over; NO_THREAD: all are.  *next: the first
 * part that was not over when this was asked last; 0 at first.  A replay may change threads where a
 * run cannot; then the thread runs on to a point where it can, which no other thread notices. */
uint32_t retrace_thread(const struct retrace *, const struct run_trace *, size_t *next);
/* The engine's number of the choice at that place of the run (record_place): 7, if that is the
 * first choice of thread 2 and the place says so; false: there is none. */
bool retrace_choice(const struct retrace *, uint64_t place, uint32_t *number);

/* A hook of symex.confirmed: makes the run of the counterexample, if it is not given, and writes
 * its test. */
void retrace_counterexample(struct symex *, struct model *, const struct vc *, struct run_trace *);

#endif
