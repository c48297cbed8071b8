/* symex/concrete/prediction.h -- settings of the strategies that make runs: which run to begin
 * with, and what --strategy=predict does with it.
 */
#ifndef SYMEX_CONCRETE_PREDICTION_H
#define SYMEX_CONCRETE_PREDICTION_H

#include <stddef.h>
#include <stdint.h>

#include "symex/replay/run/run_choices.h"

struct run_trace;

/* Which runs --fix asks about: what they execute is all that is wanted, and nothing is searched. */
enum run_coverage {
	COVERAGE_BESIDES, /* none: the runs of a search */
	COVERAGE_PASSING, /* those that come to the end of the program */
	COVERAGE_ALL,
};

struct prediction { /* of the first run; further ones of --strategy=predict are random */
	bool is_given;  /* the user chose the inputs */
	enum run_inputs inputs;
	uint64_t input_seed;
	const struct run_input *given;
	size_t ngiven;
	enum run_turns turns;
	uint64_t turn_seed;
	const struct run_trace *follow; /* a trace to begin with; or NULL */
	struct run_trace *save;         /* receives the trace of the first run; or NULL */
	uint32_t runs;
	enum causal causal;
	enum run_coverage coverage;
};

#endif
