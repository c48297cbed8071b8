/* symex/proof/relation/count.h -- ghost counters of threads.
 *
 * A counter is the sum, over all threads, of a weight that depends on the point of the thread, and
 * on flags: own parts of the thread that are 0 or 1.  It is a shared part that each step changes as
 * it changes the sum; so invariants may relate it to variables of the program that follow it:
 *
 *   potential   a variable, or the sum or difference of two, that steps change by constants: the
 *               weights are such that the counter changes as it does.  A thread that has ended has
 *               weight 0, so it may begin with another weight, by which the step that creates it
 *               lowers the weight of its creator.  If the variable falls while the counter rises,
 *               their sum is constant
 *   before      the threads that have not taken a certain step yet, one that changes a variable
 */
#ifndef SYMEX_PROOF_RELATION_COUNT_H
#define SYMEX_PROOF_RELATION_COUNT_H

#include "symex/proof/relation/relation.h"

/* Threads have numbers of 29 bits (part.c), and weights are at most 3, so a counter does not
 * overflow. */
enum { MAX_COUNTERS = 12, MAX_FLAGS = 3, MAX_FOLLOWERS = 32, COUNTER_BITS = 32 };

struct weights {              /* of a thread at a point */
	uint32_t flag[MAX_FLAGS]; /* parts */
	uint32_t nflags;
	int8_t at[1 << MAX_FLAGS]; /* bit i of the index: flag i is not 0 */
};

struct ghost_counter {
	uint32_t part;
	bool is_natural;              /* no weight is negative */
	const struct weights *weight; /* by point */
};

struct counter_follower {
	uint32_t counter;
	bool is_potential;
	uint32_t plus;   /* part that follows the counter; of 'before': that the step changes */
	uint32_t minus;  /* part that is subtracted from it; or NO_PART */
	bool is_sum;     /* it is added instead */
	bool is_falling; /* the counter is subtracted from a constant */
	int64_t first;   /* the value in the beginning; or 0 */
};

struct ghost_counters {
	VEC(struct ghost_counter) at;
	VEC(struct counter_follower) follower;
};

/* Finds potentials, and adds their counters to the edges of the relation; false: there are none. */
bool counters_add(struct relation *, struct ghost_counters *);
/* The same with the threads before a step. */
bool counters_add_before(struct relation *, struct ghost_counters *);
/* The parts that follow counters must be symbolic, and so must be what main counts. */
void counters_mark(const struct relation *, const struct ghost_counters *, bool *symbolic);
void counters_free(struct ghost_counters *);

#endif
