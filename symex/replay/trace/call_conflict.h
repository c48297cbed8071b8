/* symex/replay/trace/call_conflict.h -- why no order of some calls explains their results: a
 * minimal conflict.
 *
 * An order explains the calls if it contains "before", has every call that has returned, maybe
 * some that have not, and the specification gives each call its result.  To let a call return
 * anything, or to forget that one comes before another, only adds orders; so results and pairs are
 * forgotten one by one as long as there is still no order, and what is left is minimal.
 *
 * Knows nothing of programs: states of the specification are numbers, and a function runs it.
 */
#ifndef SYMEX_REPLAY_TRACE_CALL_CONFLICT_H
#define SYMEX_REPLAY_TRACE_CALL_CONFLICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"

enum { CALL_CONFLICT_MOST_OUTCOMES = 8, CALL_CONFLICT_MOST_TRIES = 6 };

struct call_conflict_outcome {
	uint32_t state;     /* of the specification, afterwards */
	bool fits;          /* the call has returned this; of one that has not: true */
	const char *result; /* as text */
};

struct call_conflict_input {
	uint32_t n;           /* calls */
	const bool *returned; /* by call */
	const bool *before;   /* [i * n + j]: i has to come before j */
	uint32_t start;       /* the first state */
	/* The outcomes of the call in the state, at most CALL_CONFLICT_MOST_OUTCOMES; SIZE_MAX: they
	 * are not known. */
	size_t (*run)(void *context, uint32_t state, uint32_t call, struct call_conflict_outcome *);
	void *context;
	size_t most_runs; /* of the specification */
};

struct call_conflict_try { /* an order, up to its first wrong result */
	uint32_t *call;
	uint32_t n;
	const char *expected; /* instead of the result of the last one; NULL: it cannot happen */
};

struct call_conflict {
	bool *result;    /* by call: that it returned this is needed for the conflict */
	bool *before;    /* [i * n + j]: that i comes before j is needed */
	bool is_minimal; /* nothing of these could be forgotten */
	struct call_conflict_try
	    try[CALL_CONFLICT_MOST_TRIES]; /* orders that 'before' of the input allows */
	uint32_t ntries;
	bool are_all; /* there are no others */
};

/* Is there no order that has the results of these calls, and these pairs?  false: there is one, or
 * it is not known. */
bool call_conflict_is(struct arena *, const struct call_conflict_input *, const bool *result,
                      const bool *before);

/* false: an order explains them, or too many runs were needed to say so.  Lists are the arena's. */
bool call_conflict_find(struct arena *, const struct call_conflict_input *, struct call_conflict *);

/* Forgets what is not needed of the results and pairs in 'to', which are in conflict. */
void call_conflict_reduce(struct arena *, const struct call_conflict_input *,
                          struct call_conflict *to);

#endif
