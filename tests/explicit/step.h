/* tests/explicit/step.h -- one thread moves.
 *
 * A step is the next instruction and everything after it that no other thread can take notice of.
 * It stops before an instruction that touches memory (registers apart), begins an atomic section,
 * starts a thread, ends the process, or would violate or cut; an atomic section is one step.
 * Nothing static is asked about what is shared: whatever another thread could name is visible.
 */
#ifndef TESTS_EXPLICIT_STEP_H
#define TESTS_EXPLICIT_STEP_H

#include "tests/explicit/eval.h"

struct digit {
	uint32_t value, limit;
};

/* Arbitrary values of one step, enumerated like the digits of a number: a step consumes digits,
 * choices_next sets up the next combination. */
struct choices {
	VEC(struct digit) digit;
	size_t used;
	uint32_t values; /* integers are 0 .. values - 1 */
};

bool choices_next(struct choices *); /* false: all were tried */

/* No violations, but what the executions rest on: a function without a body is called, the
 * environment could have done something that it does not do. */
#define ASSUMED_FUNCTION "function"
#define ASSUMED_OPTION   "option"
/* Nor is this: a value that the function 'observe' of struct limits is called with. */
#define OBSERVED "value"

struct finding {
	const char *what; /* property class name, "deadlock", "race", or one of the above; interned */
	/* race: the variable; deadlock: "global" or "local"; assumed: what; interned, or NULL */
	const char *name;
	uint32_t line; /* 0: none */
};

struct findings {
	VEC(struct finding) list;
};

bool finding_same(const struct finding *, const struct finding *);

struct step {
	struct state *st;
	struct choices *choices;
	struct findings *findings;
};

void step_setup(struct goto_prog *); /* finds the intrinsics; before any step */

/* Runs thread 0 from the initialiser to the first instruction of the program. */
void step_initialise(struct step *);
bool step_is_enabled(struct state *, uint32_t tid);
/* The thread must be enabled.  False: the execution ends here (violation, assumption). */
bool step_run(struct step *, uint32_t tid);

/* Who waits for what in a state where these threads are enabled. */
void step_find_deadlock(struct state *, const bool *enabled, struct findings *);
/* Pairs of accesses that two threads are about to make.  A thread about to enter an atomic section
 * is about to make all accesses of it, which 'probe' tries out; 'bytes' is the state, packed. */
void step_find_races(struct step *, struct step *probe, const uint8_t *bytes, const bool *enabled);

#endif
