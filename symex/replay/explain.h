/* symex/replay/explain.h -- why no order of some calls explains their results: a minimal conflict.
 *
 * An order explains the calls if it contains "before", has every call that has returned, maybe
 * some that have not, and the specification gives each call its result.  To let a call return
 * anything, or to forget that one comes before another, only adds orders; so results and pairs are
 * forgotten one by one as long as there is still no order, and what is left is minimal.
 *
 * Knows nothing of programs: states of the specification are numbers, and a function runs it.
 */
#ifndef SYMEX_REPLAY_EXPLAIN_H
#define SYMEX_REPLAY_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"

enum { EXPLAIN_MOST_OUTCOMES = 8, EXPLAIN_MOST_TRIES = 6 };

struct explain_outcome {
	uint32_t state;     /* of the specification, afterwards */
	bool fits;          /* the call has returned this; of one that has not: true */
	const char *result; /* as text */
};

struct explain_input {
	uint32_t n;           /* calls */
	const bool *returned; /* by call */
	const bool *before;   /* [i * n + j]: i has to come before j */
	uint32_t start;       /* the first state */
	/* The outcomes of the call in the state, at most EXPLAIN_MOST_OUTCOMES; SIZE_MAX: they are not
	 * known. */
	size_t (*run)(void *context, uint32_t state, uint32_t call, struct explain_outcome *);
	void *context;
	size_t most_runs; /* of the specification */
};

struct explain_try { /* an order, up to its first wrong result */
	uint32_t *call;
	uint32_t n;
	const char *expected; /* instead of the result of the last one; NULL: it cannot happen */
};

struct conflict_found {
	bool *result;    /* by call: that it returned this is needed for the conflict */
	bool *before;    /* [i * n + j]: that i comes before j is needed */
	bool is_minimal; /* nothing of these could be forgotten */
	struct explain_try try[EXPLAIN_MOST_TRIES]; /* orders that 'before' of the input allows */
	uint32_t ntries;
	bool are_all; /* there are no others */
};

/* false: an order explains them, or too many runs were needed to say so.  Lists are the arena's. */
bool explain_conflict(struct arena *, const struct explain_input *, struct conflict_found *);

#endif
