/* symex/lazy/index_cases.h -- locks of an array at an index that depends on inputs.
 *
 * A thread that waits for lock[key % 20] accesses the whole array, as far as anybody can tell: its
 * steps depend on those of all others that use any of the locks, conditions are about all of them,
 * and the solver is asked at every step.  So where a thread comes to such a wait, the search goes
 * into one case for each value of the index.  Each case is an assumption of the path; the index is
 * a constant from there on, also where the thread computes it again (path_values.h).
 *
 * The cases are all values that the index may have by its own operations, or else those inside the
 * array, and one case more for the others.
 */
#ifndef SYMEX_LAZY_INDEX_CASES_H
#define SYMEX_LAZY_INDEX_CASES_H

#include "symex/core/state.h"

struct index_cases {
	term index;        /* or a condition that decides which of two elements it is */
	uint64_t first, n; /* values */
	bool has_others;   /* perhaps it has other values */
};

/* Is the running thread about to wait for an element of an array at an index that is not known, and
 * has few values?  most: of them. */
bool index_cases_find(struct symex *, struct state *, uint64_t most, struct index_cases *);
/* Of this case; from n on: it has another value. */
term index_case(struct symex *, const struct index_cases *, uint64_t i);

#endif
