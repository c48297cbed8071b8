/* tests/explicit/search.h -- all schedules and all small inputs.
 *
 * First the graph: every state that some execution reaches, with what each thread can do there.  No
 * reduction: a state is expanded once for each different row of bytes.
 *
 * Then the costs, by two passes over the graph.  A pair is a state and the thread that ran last.
 * Its cost is the least number, on the way there, of
 *
 *   contexts      changes of the running thread, unless there was no choice (see counts)
 *   preemptions   changes away from a thread that could have gone on
 *
 * so one pass for each kind tells for every bound what is violated within it.
 */
#ifndef TESTS_EXPLICIT_SEARCH_H
#define TESTS_EXPLICIT_SEARCH_H

#include "tests/explicit/step.h"

enum cost { COST_CONTEXTS, COST_PREEMPTIONS, COST_N };

struct violation {
	struct finding finding;
	uint32_t cost[COST_N]; /* the least bound within which it happens */
	uint64_t count;        /* steps in which it happens, each from another state */
};

struct search {
	struct goto_prog *prog;
	uint32_t values;     /* inputs are 0 .. values - 1 */
	uint64_t max_states; /* more: exit 5 */
	struct limits limits;
	uint64_t states; /* nodes of the graph */
	VEC(struct violation) violation;
};

void search_run(struct search *);

#endif
