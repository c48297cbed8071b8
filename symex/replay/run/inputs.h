/* symex/replay/run/inputs.h -- the values of inputs: zero, random with a seed, or given.
 *
 * A value is bound to the variable of the input (symex/core/naming.h), at the first time that
 * somebody asks for it, so that all executions of a test vector agree.  Given values are handed out
 * in the order in which they are asked for; zeros follow.
 *
 * What the program does not initialise is no input, and the choice of a spurious wakeup is part of
 * the schedule.
 */
#ifndef SYMEX_REPLAY_RUN_INPUTS_H
#define SYMEX_REPLAY_RUN_INPUTS_H

#include "symex/core/execution.h"
#include "symex/replay/run/run_choices.h"
#include "util/base/map.h"

struct inputs {
	enum run_inputs kind;
	uint64_t seed;                 /* RANDOM */
	const struct run_input *given; /* GIVEN */
	size_t ngiven, taken;
	struct map bound; /* interned name -> term of the value */
};

void inputs_free(struct inputs *);

/* Is it the variable of an input that the last choice of the execution has made? */
bool inputs_has(const struct symex *, term var);
/* The value of that input, a constant. */
term inputs_value(struct inputs *, struct symex *, term var);
/* A value that depends on the seed and the name only; many are small. */
struct bits inputs_random(struct arena *, uint32_t width, uint64_t seed, const char *name);

/* Generators: a number that depends on the seed and a key; the next state (xorshift). */
uint64_t inputs_seeded(uint64_t seed, uint64_t key);
uint64_t inputs_next_random(uint64_t *state);

#endif
