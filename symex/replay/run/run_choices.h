/* symex/replay/run/run_choices.h -- how a concrete run chooses values and threads: plain data, of
 * which options are made.
 */
#ifndef SYMEX_REPLAY_RUN_RUN_CHOICES_H
#define SYMEX_REPLAY_RUN_RUN_CHOICES_H

#include <stdbool.h>

/* The values of inputs (symex/replay/run/inputs.h), and who runs next (symex/concrete/concrete.h).
 */
enum run_inputs { INPUTS_ZERO, INPUTS_RANDOM, INPUTS_GIVEN };
enum run_turns { TURNS_ROUND_ROBIN, TURNS_RANDOM };

struct run_input { /* a number of any size */
	bool is_negative;
	int base;           /* 10 or 16 */
	const char *digits; /* without a prefix */
};

/* What predictive analysis takes of the events of a run: the instructions, or only the values that
 * they read and wrote. */
enum causal { CAUSAL_CTP, CAUSAL_MCM };

#endif
