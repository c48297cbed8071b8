/* symex/proof/count.h -- ghost counters of threads.
 *
 * A counter is the sum of a weight per place over all threads.  It is a shared part that
 * each step changes by the difference of weights; so invariants may relate it to variables of the
 * program.  There are two kinds:
 *
 *   potential   a variable, or the difference of two, that steps change by constants: the weights
 *               are such that the counter changes as it does; a thread that has ended has weight 0,
 *               so one that is created once may begin with another weight
 *   before      the threads that have not taken a certain step yet, one that changes a variable
 */
#ifndef SYMEX_PROOF_COUNT_H
#define SYMEX_PROOF_COUNT_H

#include "symex/proof/relation.h"

/* Threads have numbers of 29 bits (part.c), and weights are at most 3, so a counter does not
 * overflow. */
enum { MAX_COUNTERS = 12, COUNTER_BITS = 32 };

struct counter {
	uint32_t part;
	uint32_t plus;  /* part that it follows; of 'before': that the step changes */
	uint32_t minus; /* or NO_PART */
	bool is_potential;
	bool is_natural;      /* no weight is negative */
	const int8_t *weight; /* by place */
};

struct counters {
	VEC(struct counter) at;
};

/* Finds counters, and adds them to the edges of the relation; false: there are none. */
bool counters_add(struct relation *, struct counters *);
/* The parts that counters follow must be symbolic, and so must be what main counts. */
void counters_mark(const struct relation *, const struct counters *, bool *symbolic);
void counters_free(struct counters *);

#endif
