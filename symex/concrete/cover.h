/* symex/concrete/cover.h -- the paths that concrete runs have taken, each with one test.
 *
 * A path is, for each thread, the list of its decisions at conditional jumps of the user's code;
 * two runs of one path that end differently count as two.  The identity of a path is a hash of it,
 * which is the same in every process that loads the same program.
 *
 * The owner (cli/files/test_suite.h) sets 'write'; a strategy calls cover_add after each of its
 * runs:
 *
 *   concrete_run(x, &plan, t);
 *   cover_add(x->config->cover, t);
 */
#ifndef SYMEX_CONCRETE_COVER_H
#define SYMEX_CONCRETE_COVER_H

#include "symex/replay/run/run_trace.h"

struct cover { /* all-zero: no path, and no tests are written */
	struct map seen;
	uint32_t paths; /* that runs have taken */
	/* Tests are of violations alone, each has one, and each result says which test is its own: a
	 * search may be repeated, and several processes may search. */
	bool only_violations;
	const char *last; /* the file of the test that was written last; or NULL */
	/* Writes the test of a path that no run has taken before; or NULL. */
	void (*write)(void *owner, const struct run_trace *, uint64_t path);
	/* Calls cover_know for the tests that other processes have written; or NULL. */
	void (*refresh)(void *owner);
	void *owner;
};

uint64_t cover_path(const struct run_trace *);

/* The run has ended.  true: its path is a new one.  The cover may be NULL: nothing is written. */
bool cover_add(struct cover *, const struct run_trace *);
/* The same for the run of a counterexample: the result gets the name of its test. */
void cover_add_violation(struct cover *, const struct run_trace *, struct property_result *);
/* In a process that goes on with what another one has begun: their tests are not written again. */
void cover_refresh(struct cover *); /* NULL is allowed */
/* There is a test of the path already. */
void cover_know(struct cover *, uint64_t path);
void cover_free(struct cover *);

#endif
