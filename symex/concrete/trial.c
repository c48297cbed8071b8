#include "symex/concrete/trial.h"

#include "symex/bounds.h"

/* Instructions of a run: all runs together take some milliseconds. */
enum { MOST_INSTRUCTIONS = 1000 };

/* Inputs are often the answer to "once more?". */
#define YES                                                                                        \
	{ false, 10, "1" }
static const struct run_input yes[] = {YES, YES, YES, YES, YES, YES, YES, YES};

static const struct concrete_plan plans[] = {
    {.inputs = INPUTS_ZERO, .turns = TURNS_ROUND_ROBIN},
    {.inputs = INPUTS_GIVEN, .given = yes, .ngiven = 3, .turns = TURNS_ROUND_ROBIN},
    {.inputs = INPUTS_GIVEN, .given = yes, .ngiven = 8, .turns = TURNS_RANDOM, .turn_seed = 2},
    {.inputs = INPUTS_GIVEN, .given = yes, .ngiven = 8, .turns = TURNS_RANDOM, .turn_seed = 7},
    {.inputs = INPUTS_GIVEN, .given = yes, .ngiven = 8, .turns = TURNS_RANDOM, .turn_seed = 8},
    {.inputs = INPUTS_RANDOM, .input_seed = 1, .turns = TURNS_RANDOM, .turn_seed = 3},
};

const char *trial_runs(struct symex *x, trial_visit *visit, void *context) {
	const char *violated = NULL;
	for (size_t i = 0; i < sizeof plans / sizeof *plans && !violated && !symex_stop; i++) {
		struct concrete_plan plan = plans[i];
		plan.most_instructions = MOST_INSTRUCTIONS;
		plan.ends_in_cycle = true;
		plan.context_bound = NO_BOUND;
		plan.visit = visit;
		plan.visiting = context;
		struct run_trace *t = run_trace_open();
		concrete_run(x, &plan, t);
		/* A proof may leave deadlocks open. */
		if (t->end == RUN_VIOLATES &&
		    properties_at(x->properties, t->property)->class != PROPERTY_DEADLOCK)
			violated = t->why;
		run_trace_close(t);
	}
	return violated;
}
