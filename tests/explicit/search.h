/* tests/explicit/search.h -- all schedules and all small inputs, breadth first by cost.
 *
 * A node is a packed state and the thread that ran last.  Its cost is the least number, on the way
 * there, of
 *
 *   contexts      changes of the running thread, unless there was no choice (see counts)
 *   preemptions   changes away from a thread that could have gone on
 *
 * so one search for each kind tells for every bound what is violated within it.  No reduction: a
 * node is left out only if the very same bytes were reached before at no higher cost.
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
	uint64_t states; /* nodes of all searches */
	VEC(struct violation) violation;
};

void search_run(struct search *);

#endif
