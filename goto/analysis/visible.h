/* goto/analysis/visible.h -- inside visible*.c: where context switches are possible. */
#ifndef GOTO_ANALYSIS_VISIBLE_H
#define GOTO_ANALYSIS_VISIBLE_H

#include "goto/analysis/shared.h"

struct visible_function {
	struct function *function;
	bool *late;   /* by instruction: may run while another thread exists */
	bool *writes; /* by instruction: another thread may observe its effect */
};

struct visible_call {
	uint32_t caller, ins, callee; /* functions, not instances */
};

struct visible {
	struct shared shared;
	struct goto_prog *prog;
	VEC(struct visible_function) function; /* in the order of prog->function */
	VEC(struct visible_call) call;         /* sorted, each once */
	struct map index;                      /* symbol id -> index in function */
};

/* visible_assume.c: an ASSUME that may end a path after an effect that other threads can observe.
 * Without a switch in between they would never observe it. */
void visible_mark_assumes(struct visible *);

#endif
